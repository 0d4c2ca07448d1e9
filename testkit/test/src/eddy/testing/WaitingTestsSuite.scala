package eddy.testing

import java.util.concurrent.CyclicBarrier
import java.util.concurrent.TimeUnit.SECONDS

/** The tests meet each other, which tests that run one by one cannot. */
class WaitingTestsSuite extends WaitingTests:
  private val meeting = CyclicBarrier(3)
  private def meet(): Unit = meeting.await(60, SECONDS): Unit

  test("a test that waits runs beside the others".tag(WaitingTest))(meet())
  test("a test that does not wait meets those that do")(meet())
  test("another one that waits begins with the first".tag(WaitingTest))(meet())

  test("a failure of a test that waits is the test's".fail.tag(WaitingTest))(fail("as it must"))
