package eddy.web.internal

import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}
import scala.jdk.CollectionConverters.given

import org.testng.{ITestResult, TestListenerAdapter, TestNG}

/** Runs a verification of the Reactive Streams' TCK, which is written for TestNG. */
object FlowTck:
  final case class Outcome(passed: Int, skipped: Int, failures: Seq[String])

  def run(verification: Class[?]): Outcome =
    val failures = ConcurrentLinkedQueue[String]()
    val listener = new TestListenerAdapter:
      override def onTestFailure(result: ITestResult): Unit =
        super.onTestFailure(result)
        failures.add(s"${result.getName}: ${result.getThrowable}"): Unit
    val testng = TestNG(false)
    testng.setTestClasses(Array(verification))
    testng.addListener(listener)
    testng.setVerbose(0)
    collectingGarbage(testng.run())
    Outcome(listener.getPassedTests.size, listener.getSkippedTests.size, failures.iterator.asScala.toSeq)

  // The TCK wants a cancelled subscriber to be unreachable after one collection, and looks at that for a moment only
  // (rule 3.13): beside other work what still refers to it may go later than its single System.gc().
  private def collectingGarbage(work: => Unit): Unit =
    val done = CountDownLatch(1)
    val collector = Thread.ofVirtual().start: () =>
      while !done.await(1, TimeUnit.SECONDS) do System.gc()
    try work
    finally
      done.countDown()
      collector.join()
end FlowTck
