package eddy.state

import eddy.state.internal.{EntryMarks, Lock, OutsideHold, Seat}

/** What callbacks may share: an object with a lock of its own, whose methods are marked as reading, writing or commuting.
  *
  * A callback holds all locks it needs before it begins: it sees nothing of what other callbacks are in the middle of, and
  * its operations cost what they cost on a plain collection. On any other thread every single operation is safe by
  * itself: it takes the object's lock and may wait for callbacks that hold it. A function given to such an operation runs
  * under that lock and may use no other shared object.
  */
abstract class SharedObject private[state]:
  private[state] final val lock: Lock = Lock.make(getClass.getSimpleName, several = true)

  /** What its entries are used for, where it has methods that use single ones. */
  private[state] def entryMarks: EntryMarks = throw UnsupportedOperationException(s"$this has no entries")

  // the run of a callback that made it may use it without a lock; known also to a checked mode that is switched on meanwhile
  private[state] final val madeBy: Long =
    val run = Seat.current.running
    if run == null then 0 else run.serial

  /** Gives it a name for messages and metrics. */
  final def named(name: String): this.type =
    lock.name = name
    this

  /** Around every operation. */
  private[state] final inline def access[A](mode: Mode)(inline operation: A): A =
    accessPart(mode, null)(operation)

  /** Around an operation that uses only the entry with that lock. */
  private[state] final inline def accessPart[A](mode: Mode, entry: Lock | Null)(inline operation: A): A =
    val hold = begin(mode, entry)
    try operation
    finally end(hold)

  private[state] final def begin(mode: Mode, entry: Lock | Null): OutsideHold | Null =
    val seat = Seat.current
    val run = seat.running
    if run == null then OutsideHold.begin(seat, this, mode)
    else
      if Checked.on then Checked.check(this, entry, mode, run)
      null

  // not in place of its calls, which would have the compiler reach into the package of OutsideHold
  private[state] final def end(hold: OutsideHold | Null): Unit = OutsideHold.end(hold)

  private[state] final def runsInCallback: Boolean = Seat.current.running != null

  override def toString: String = lock.toString
end SharedObject

private[eddy] object SharedObject:
  /** What [[SharedObject.named]] gave it. */
  def nameOf(obj: SharedObject): Option[String] = Option(obj.lock.name)
