package eddy.runtime.spi

import java.lang.invoke.{MethodHandles, VarHandle}
import scala.annotation.{static, unused}

/** An entry of a timer wheel: a link in one slot's list. Its fields are guarded by the lock of the wheel. */
private[eddy] abstract class TimerEntry(private[runtime] var deadlineTick: Long):
  /** Says which of several wheels it goes into: that of the worker that made it, for ever. */
  private[runtime] final val shard = CurrentWorker.id

  // Limit.None, unless it is a limit that no wheel knew at first
  @volatile @unused private[runtime] var limit = 0

  /** Its time has come. Called by the thread that watches the time: must be quick. */
  private[eddy] def due(): Unit

  /** It will not come, since the engine ends. Called as [[due]] is. */
  private[eddy] def dropped(): Unit = ()

  private[runtime] var previous: TimerEntry | Null = null
  private[runtime] var next: TimerEntry | Null = null
  private[runtime] var level = -1
  private[runtime] var slot = 0

private[runtime] object TimerEntry:
  @static private val LIMIT: VarHandle =
    MethodHandles.privateLookupIn(classOf[TimerEntry], MethodHandles.lookup()).nn
      .findVarHandle(classOf[TimerEntry], "limit", classOf[Int]).nn

  private final val Fresh = 1
  private final val Cancelled = 2
  private final val InWheel = 3

  extension (entry: TimerEntry)
    /** Before it is shared: it waits to enter a wheel. */
    def makeFresh(): Unit = entry.limit = Fresh

    /** True when it was still waiting, and never will enter a wheel. */
    def cancelBefore(): Boolean = entry.limit == Fresh && LIMIT.compareAndSet(entry, Fresh, Cancelled)

    /** True when it was not cancelled before. */
    def moveToWheel(): Boolean = LIMIT.compareAndSet(entry, Fresh, InWheel)
end TimerEntry
