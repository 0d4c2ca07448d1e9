package eddy.web.testkit.internal

import scala.collection.mutable
import scala.concurrent.duration.FiniteDuration

/** Messages for a test's client, in order. Any thread puts; the test takes. No call waits longer than its
  * time limit.
  */
private[testkit] final class Arrivals[A](what: String, reports: Reports):
  // guarded by this
  private val waiting = mutable.Queue.empty[A]
  private val taken = mutable.Queue.empty[A]

  def put(one: A): Unit = synchronized:
    waiting.enqueue(one)
    notifyAll()

  /** The next one. @throws AssertionError when none comes in time */
  def next(expected: String, within: FiniteDuration): A =
    poll(within).getOrElse(throw wrong(s"$expected, but nothing came within $within"))

  def poll(within: FiniteDuration): Option[A] = synchronized:
    val until = System.nanoTime + within.toNanos
    var left = within.toNanos
    while waiting.isEmpty && left > 0 do
      wait(left / 1_000_000, (left % 1_000_000).toInt)
      left = until - System.nanoTime
    val first = waiting.removeHeadOption()
    first.foreach: one =>
      taken.enqueue(one)
      if taken.size > 20 then taken.dequeue(): Unit
    first

  def wrong(message: String): AssertionError =
    val (before, after) = synchronized((taken.toList, waiting.toList))
    val history =
      if before.isEmpty then "Nothing had come before." else s"Came before: ${before.mkString(", ")}."
    val rest = if after.isEmpty then "" else s" Still waiting: ${after.take(20).mkString(", ")}."
    reports.wrong(s"$what: $message.\n$history$rest")
end Arrivals
