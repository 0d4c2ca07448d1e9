package eddy.testing

import java.util.concurrent.ConcurrentLinkedQueue
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
    testng.run()
    Outcome(listener.getPassedTests.size, listener.getSkippedTests.size, failures.iterator.asScala.toSeq)
end FlowTck
