package eddy.social.internal.embedded

import java.lang.System.Logger.Level.ERROR
import java.util.concurrent.TimeUnit.{MILLISECONDS, NANOSECONDS}
import java.util.concurrent.locks.{LockSupport, ReentrantLock, ReentrantReadWriteLock}
import scala.concurrent.duration.FiniteDuration

import org.h2.mvstore.MVStore

/** Puts the changes of a store on the disk, those of many writers at once, about every 2 ms.
  *
  * The store itself would write once a second, in the middle of changes, and a kill would lose what it had
  * not written. Here a change runs under the shared lock, and a commit takes the exclusive one: each version
  * on the disk holds whole changes. The sync of the file needs no lock; a writer continues when it has ended,
  * or when it has waited for `within`: disks can hang.
  *
  * {{{
  *   writer     change (shared lock) ──── waits for the commit after its change ──── acknowledges
  *   committer  ………………………………………………………… commit (exclusive lock), sync ……┘
  * }}}
  */
private[embedded] final class GroupCommit(store: MVStore, within: FiniteDuration) extends AutoCloseable:
  import GroupCommit.*

  private val withinNanos = within.toNanos
  private val changes = new ReentrantReadWriteLock
  private val lock = new ReentrantLock
  private val wanted = lock.newCondition
  private val committed = lock.newCondition

  // guarded by lock
  private var changed = 0L
  private var onDisk = 0L
  // since when changes are not on the disk, if there are any
  private var waitingSince = 0L
  private var failure: Option[Throwable] = None
  private var isClosed = false

  private val committer = new Thread(() => run(), "eddy-social-commit")
  committer.setDaemon(true)

  /** Begins to commit. */
  def start(): this.type =
    committer.start()
    this

  /** Runs a change of the store. Returns its result when it is on the disk.
    *
    * @throws NotOnDisk if the store cannot be written, or not in time; a change may come to the disk later
    */
  def durable[A](change: => A): A =
    val deadline = System.nanoTime + withinNanos
    val (result, own) =
      // a commit that hangs has the other lock
      if !changes.readLock.tryLock(withinNanos, NANOSECONDS) then throw NotOnDisk(late)
      try
        // nothing is changed in memory that will never be on the disk
        check()
        (change, announce())
      finally changes.readLock.unlock()
    await(own, deadline)
    result

  /** Why changes cannot be made now, if they cannot. */
  def problem: Option[String] =
    lock.lock()
    try
      val isLate = changed > onDisk && System.nanoTime - waitingSince > withinNanos
      // the store closes its file after some failures
      refusal.orElse(Option.when(isLate)(late)).orElse(Option.when(store.isClosed)("the store is closed"))
    finally lock.unlock()

  /** @throws NotOnDisk if no change can be committed any more */
  private def check(): Unit =
    lock.lock()
    try refusal.foreach(why => throw NotOnDisk(why))
    finally lock.unlock()

  // under lock
  private def refusal: Option[String] =
    failure.map(f => s"the store cannot be written: $f").orElse(Option.when(isClosed)("the store is closed"))

  private def late = s"the disk has not written within $within"

  /** The number of a change that has been made. */
  private def announce(): Long =
    lock.lock()
    try
      if changed == onDisk then waitingSince = System.nanoTime
      changed += 1
      wanted.signal()
      changed
    finally lock.unlock()

  private def await(own: Long, deadline: Long): Unit =
    lock.lock()
    try
      var rest = deadline - System.nanoTime
      while onDisk < own && refusal.isEmpty && rest > 0 do rest = committed.awaitNanos(rest)
      if onDisk < own then throw NotOnDisk(refusal.getOrElse(late))
    finally lock.unlock()

  private def run(): Unit =
    var begun = System.nanoTime - IntervalNanos
    var compacted = begun
    while awaitChange() do
      val rest = begun + IntervalNanos - System.nanoTime
      if rest > 0 then LockSupport.parkNanos(rest)
      begun = System.nanoTime
      try
        val isTime = begun - compacted >= CompactNanos
        if isTime then compacted = begun
        commit(isTime)
      catch case e: Throwable => fail(e)

  /** False when it is closed and nothing is left to commit, or has failed. */
  private def awaitChange(): Boolean =
    lock.lock()
    try
      while changed == onDisk && failure.isEmpty && !isClosed do wanted.await()
      changed > onDisk && failure.isEmpty
    finally lock.unlock()

  private def commit(compacts: Boolean): Unit =
    changes.writeLock.lock()
    val all =
      try
        val number = numberOfChanges()
        store.commit(): Unit
        // it writes too, so no change may be half done
        if compacts then store.compact(FillRate, CompactBytes): Unit
        number
      finally changes.writeLock.unlock()
    store.sync()
    lock.lock()
    try
      onDisk = all
      waitingSince = System.nanoTime
      committed.signalAll()
    finally lock.unlock()

  private def numberOfChanges(): Long =
    lock.lock()
    try changed
    finally lock.unlock()

  private def fail(cause: Throwable): Unit =
    System.getLogger("eddy.social").log(
      ERROR,
      "the embedded database cannot be written, and rejects writes until the next start",
      cause
    )
    lock.lock()
    try
      failure = Some(cause)
      committed.signalAll()
    finally lock.unlock()

  /** Commits what has been changed; changes from then on fail. */
  def close(): Unit =
    lock.lock()
    try
      isClosed = true
      wanted.signal()
    finally lock.unlock()
    committer.join(MILLISECONDS.convert(CloseNanos, NANOSECONDS))
    lock.lock()
    try committed.signalAll()
    finally lock.unlock()
end GroupCommit

private[embedded] object GroupCommit:
  private val IntervalNanos = MILLISECONDS.toNanos(2)
  // dead parts of the file are used again by then
  private val CompactNanos = MILLISECONDS.toNanos(1000)
  private val CloseNanos = MILLISECONDS.toNanos(10_000)
  private val FillRate = 50
  private val CompactBytes = 1024 * 1024

  final class NotOnDisk(why: String) extends RuntimeException(why)
