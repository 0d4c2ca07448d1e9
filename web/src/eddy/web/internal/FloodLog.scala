package eddy.web.internal

import eddy.runtime.Engine

import java.lang.System.Logger.Level.WARNING
import java.util.concurrent.{ConcurrentHashMap, RejectedExecutionException}
import scala.concurrent.duration.DurationInt

/** Lines to the System.Logger `eddy.web` that clients can cause at any rate: of each kind one line a second,
  * which tells how many there were. Any thread. Lines are written on the engine, as a log may block.
  */
private[eddy] final class FloodLog(engine: Engine):
  private val logger = System.getLogger("eddy.web")
  private val kinds = ConcurrentHashMap[String, Kind]()

  /** @param kind one of few words */
  def warn(kind: String, line: => String): Unit = kinds.computeIfAbsent(kind, _ => Kind()).add(line)

  private final class Kind:
    // guarded by this
    private var quiet = false
    private var more = 0L
    private var last = ""

    def add(line: => String): Unit =
      val now = synchronized:
        if quiet then
          more += 1
          if more == 1 then last = line
          null
        else
          quiet = true
          line
      if now != null then
        write(now)
        later()

    private def write(line: String): Unit =
      try engine.execute(() => logger.log(WARNING, line))
      catch case _: RejectedExecutionException => ()

    private def later(): Unit =
      try engine.after(1.second)(() => tick()): Unit
      catch case _: RejectedExecutionException => ()

    private def tick(): Unit =
      val line = synchronized:
        val text = if more == 0 then null else if more == 1 then last else s"$more times in a second: $last"
        if more == 0 then quiet = false
        more = 0
        text
      if line != null then
        logger.log(WARNING, line)
        later()
  end Kind
end FloodLog
