package eddy.state.inference

import eddy.state.internal.LockSet

import java.util.WeakHashMap

/** Finds out from the bytecode of a callback, and from the objects that it refers to, what it may read and write, and
  * which locks it therefore needs. Sound but for the holes that docs/inference.md lists; where it cannot know, it takes
  * more, up to everything, and says why. The first callback of a class is analysed, in some tenths of a millisecond once
  * the JVM is warm; others of the class are looked up. Any thread; never throws: a callback that it does not understand
  * excludes all others.
  */
object Inference:
  private val standard = Inferences(World(_))

  /** What the callback may touch, with places and reasons. */
  def summary(callback: AnyRef): AccessSummary = standard.summary(callback)

  /** The locks to hold while the callback runs. To be asked for anew for each run of a callback whose summary is pending;
    * variables on the way to an object are followed again by the lock set itself.
    */
  private[eddy] def lockSet(callback: AnyRef): LockSet = standard.lockSet(callback)

  /** In words: for each named callback what it touches, through which calls, and what would make it more parallel; then
    * which of them can never run beside each other, and why.
    */
  def explain(callbacks: (String, AnyRef)*): String =
    val summaries = callbacks.toList.map((name, c) => (name, summary(c)))
    val each = summaries.map(Explain.callback(_, _))
    (if summaries.sizeIs > 1 then each :+ Explain.matrix(summaries) else each).mkString("\n\n")

  /** Why a callback should not be registered: it touches what no lock protects, on threads of its own, or may touch
    * anything. Says which lines do, and what to use instead. What to do with it is for who registers to decide.
    */
  def objection(callback: AnyRef): Option[String] = Objection.of(summary(callback))
end Inference

/** The inference over a view of the world for each class loader. Tests put in views that are wrong on purpose. */
private[inference] final class Inferences(newWorld: ClassLoader => World):
  import Inferences.*

  // what is known of a class goes away with it
  private val slots = new ClassValue[Slot]:
    override def computeValue(c: Class[?]): Slot = Slot()

  // guarded by itself
  private val worlds = WeakHashMap[ClassLoader, World]()

  def summary(callback: AnyRef): AccessSummary =
    try resolver(callback).describe(callback)
    catch case failure: (Exception | LinkageError) => unreachable(callback, failure).describe(callback)

  def lockSet(callback: AnyRef): LockSet =
    try resolver(callback).lockSet(callback)
    catch case failure: (Exception | LinkageError) => unreachable(callback, failure).lockSet(callback)

  /** Objects that the callback refers to cannot be read: in a closed module, or of a class whose initialiser fails. */
  private def unreachable(callback: AnyRef, failure: Throwable): Resolver =
    val why = s"an object that the callback refers to cannot be reached: $failure"
    Resolver(SymbolicSummary.unknown(why), callback, worldOf(callback.getClass))

  private def resolver(callback: AnyRef): Resolver =
    val slot = slots.get(callback.getClass)
    var known = slot.resolvers
    while known.nonEmpty && !known.head.fits(callback) do known = known.tail
    if known.nonEmpty then known.head else analyse(callback, slot)

  private def analyse(callback: AnyRef, slot: Slot): Resolver =
    val world = worldOf(callback.getClass)
    val made = Resolver(Analysis.of(callback, world), callback, world)
    if !made.summary.pending then
      slot.synchronized:
        slot.resolvers = (made :: slot.resolvers).take(MaxSummaries)
    made

  private def worldOf(cls: Class[?]): World =
    val loader = Option(cls.getClassLoader).getOrElse(ClassLoader.getSystemClassLoader)
    worlds.synchronized(worlds.computeIfAbsent(loader, newWorld(_)))
end Inferences

private[inference] object Inferences:
  private final class Slot:
    @volatile var resolvers: List[Resolver] = Nil

  /** Callbacks of one class that refer to objects of ever other classes push out the oldest summary. */
  private val MaxSummaries = 16
