package eddy.actor.internal.system

/** Some actors of a system, started one after another. An actor that nothing can reach is collected without a
  * sign. When the last of its cohort is, the [[Cohorts.Count]] of the cohort says how many had not
  * terminated.
  *
  * An actor refers to it instead of to its system, so it costs an actor nothing.
  */
private[eddy] final class Cohort[S] private[internal] (val system: S, all: Cohorts[S], size: Int):
  // null for the one of terminated actors
  private[internal] var count: Cohorts.Count[S] | Null = null
  // racy: a few more may come
  private[internal] var left: Int = size

  private[actor] def started(): Unit =
    val mine = count
    if mine != null then mine.started()

  /** @return the cohort that a terminated actor refers to */
  private[actor] def ended(): Cohort[S] =
    val mine = count
    if mine != null then mine.ended()
    all.ofEnded
end Cohort
