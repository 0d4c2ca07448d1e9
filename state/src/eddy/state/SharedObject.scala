package eddy.state

import eddy.state.internal.lock.{EntryUsage, HandlerThread, Lock}
import eddy.state.internal.{AccessCheck, ExternalAccess}

/** An object that handlers may share: it has a lock of its own, and its methods are marked as reading,
  * writing or commuting.
  *
  * A handler holds all locks that it needs before it begins: it sees nothing of what other handlers are in
  * the middle of, and its operations cost what they cost on a plain collection. On any other thread each
  * operation is atomic: it acquires the object's lock and may wait for handlers that hold it. A function
  * given to such an operation runs under that lock and may use no other shared object.
  */
abstract class SharedObject private[state]:
  private[state] final val lock: Lock = Lock.make(getClass.getSimpleName, several = true)

  /** The usage of its entries, if it has methods that use single ones. */
  private[state] def entryUsage: EntryUsage = throw UnsupportedOperationException(s"$this has no entries")

  // the handler that made it may use it without a lock; kept also while checked mode is off, as it may be
  // switched on
  private[state] final val madeBy: Long =
    val run = HandlerThread.current.running
    if run == null then 0 else run.serial

  /** Sets its name for messages and metrics. */
  final def named(name: String): this.type =
    lock.name = name
    this

  /** Around every operation. */
  private[state] final inline def access[A](mode: AccessKind)(inline operation: A): A =
    accessPart(mode, null)(operation)

  /** Around an operation that uses only the entry with that lock. */
  private[state] final inline def accessPart[A](
      mode: AccessKind,
      entry: Lock | Null
  )(inline operation: A): A =
    val hold = begin(mode, entry)
    try operation
    finally end(hold)

  private[state] final def begin(mode: AccessKind, entry: Lock | Null): ExternalAccess | Null =
    val thread = HandlerThread.current
    val run = thread.running
    if run == null then ExternalAccess.begin(thread, this, mode)
    else
      if Checked.on then AccessCheck.check(this, entry, mode, run)
      null

  // not in place of its calls, which would have the compiler reach into the package of ExternalAccess
  private[state] final def end(hold: ExternalAccess | Null): Unit = ExternalAccess.end(hold)

  private[state] final def runsInHandler: Boolean = HandlerThread.current.running != null

  override def toString: String = lock.toString
end SharedObject

private[eddy] object SharedObject:
  /** The name set by [[SharedObject.named]]. */
  def nameOf(obj: SharedObject): Option[String] = Option(obj.lock.name)
