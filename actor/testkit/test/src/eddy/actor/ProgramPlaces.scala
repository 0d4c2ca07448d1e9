package eddy.actor

/** Where the actors of a random program live, and how they see each other. */
trait ProgramPlaces:
  /** Supervised actors share one. */
  def systemOf(i: Int): ActorSystem

  /** The address of `other` for actor `by`, if it knows one. */
  def seen(by: Int, other: Int): Option[ActorRef[ProgramRun.Order]]

  /** Actor `i` has begun. */
  def entered(i: Int, ref: ActorRef[ProgramRun.Order]): Unit

  /** The number of an actor that `by` sees; -1: unknown. */
  def numberOf(by: Int, ref: ActorRef[?]): Int

  /** Has actor `by`, which calls it, start actor `child`, linked with it. */
  def startLinked(by: Int, child: Int, run: ProgramRun)(using Actor[ProgramRun.Order]): Unit

  /** Waits until nothing is queued, nothing runs, and all see each other. */
  def settle(): Unit
end ProgramPlaces
