package eddy.state.internal

import java.lang.invoke.{MethodHandles, VarHandle}
import scala.annotation.{static, unused}

/** What the entries of one shared map are used for: one for all of them, as there are as many entries as there are keys, and a
  * lock that is armed costs more than one that is taken.
  */
private[state] final class EntryMarks extends Marks

/** Which grips some callback was ever planned with, so that those which nothing conflicts with need not be taken at all:
  * objects that nobody writes, counters that nobody reads, announcements at types that nobody uses as a whole.
  *
  * {{{
  *   marks   bits 0-3: planned with that grip      bits 4-7: left out of some plan      bit 8: a thread writes
  * }}}
  *
  * When a grip is planned that conflicts with one that was left out, the lock is ''armed'': the [[Gate]] begins a new
  * epoch, in which every plan is made again, and who armed it waits until no callback runs by an old plan. Marks are never
  * taken back.
  */
private[state] abstract class Marks:
  @volatile @unused private[internal] var marks = 0
  // guarded by the gate's monitor; the epoch since which every plan knows what this lock is used for
  @volatile private[state] var armedSince = 0L

  /** Notes that a callback is planned with that grip; true when it must be taken.
    *
    * @param mayLeaveOut false: it is taken in any case
    */
  private[state] final def plan(grip: Grip, mayLeaveOut: Boolean): Boolean =
    var needed = false
    var go = true
    while go do
      val seen = marks
      val known = seen | grip.bit
      needed = !mayLeaveOut || (known & (grip.conflicts | Marks.Outsider)) != 0
      val broken = (seen >>> 4) & grip.conflicts
      if broken != 0 then
        Gate.arm(this, grip)
        needed = true
        go = false
      else
        val next = if needed then known else known | (grip.bit << 4)
        go = next != seen && !Marks.MARKS.compareAndSet(this, seen, next)
    needed

  /** For a thread that writes outside of callbacks and holds the lock: keeps plans from leaving the lock out, until
    * [[endOutside]]. Such writing alone is no reason to lock for ever: most programs fill their objects before they serve.
    */
  private[internal] final def beginOutside(): Unit =
    var go = true
    while go do
      val seen = marks
      if ((seen >>> 4) & Grip.Writes.conflicts) != 0 then
        Gate.arm(this, Grip.Writes)
        go = false
      else go = !Marks.MARKS.compareAndSet(this, seen, seen | Marks.Outsider)

  private[internal] final def endOutside(): Unit =
    val _: Int = Marks.MARKS.getAndBitwiseAnd(this, ~Marks.Outsider)

  /** Under the gate's monitor. False when the marks have changed. */
  private[internal] final def casMarks(seen: Int, next: Int): Boolean =
    Marks.MARKS.compareAndSet(this, seen, next)
end Marks

private[internal] object Marks:
  @static private val MARKS: VarHandle =
    MethodHandles
      .privateLookupIn(classOf[Marks], MethodHandles.lookup())
      .nn
      .findVarHandle(classOf[Marks], "marks", classOf[Int])
      .nn

  private inline val Outsider = 256
