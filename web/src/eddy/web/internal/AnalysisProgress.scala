package eddy.web.internal

import java.util.concurrent.TimeUnit.NANOSECONDS
import java.util.concurrent.{CompletableFuture, TimeoutException}
import scala.annotation.tailrec
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Waits for the analysis of handlers, and tells how far it is. */
private[web] object AnalysisProgress:
  val Every: FiniteDuration = 20.seconds

  @tailrec
  def await(reading: Seq[CompletableFuture[?]], every: FiniteDuration)(say: String => Unit): Unit =
    val isDone =
      try
        CompletableFuture.allOf(reading*).get(every.toNanos, NANOSECONDS): Unit
        true
      catch case _: TimeoutException => false
    if !isDone then
      say(s"eddy: ${reading.count(_.isDone)} of ${reading.size} handlers are analysed ...")
      await(reading, every)(say)
