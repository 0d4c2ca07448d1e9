package eddy.web.testkit.internal

import java.util.concurrent.ConcurrentLinkedQueue
import scala.jdk.CollectionConverters.*

/** Failures of a service under test, to be shown with a failed expectation. Any thread.
  *
  * @param others failures that were noted elsewhere
  */
private[testkit] final class Reports(others: () => List[Throwable] = () => Nil):
  private val failures = ConcurrentLinkedQueue[(Throwable, String)]()

  def add(failure: Throwable, where: String): Unit = failures.add(failure -> where): Unit

  def all: List[Throwable] = failures.asScala.map(_._1).toList ++ others()

  def wrong(message: String): AssertionError =
    val noted = failures.asScala.toList ++ others().map(_ -> "a handler")
    val told = noted.take(3).map: (failure, where) =>
      val line = failure.getStackTrace.headOption.fold("")(frame => s"\n    at $frame")
      s"  $where: $failure$line"
    AssertionError(
      if told.isEmpty then message else s"$message\nThe service failed meanwhile:\n${told.mkString("\n")}",
      noted.headOption.fold(null)(_._1)
    )
end Reports
