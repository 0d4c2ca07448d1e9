package eddy.state.internal

import eddy.runtime.{Engine, EngineConfig}
import eddy.state.*
import eddy.state.LockSet
import eddy.state.internal.lock.ElisionEpoch
import eddy.state.spi.HandlerRunner
import eddy.testing.Waits

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue, TimeUnit}

import HandlerFixture.locks

class StallDetectorSuite extends eddy.testing.PatientSuite:
  private val reports = LinkedBlockingQueue[Throwable]()
  private lazy val engine =
    Engine.start(EngineConfig(name = "watch-test", workers = 2, reporter = (f, _) => reports.put(f)))
  private lazy val runner = HandlerRunner(engine)

  private def nextReport(): Throwable =
    awaitNext(reports)

  test("a handler that waits for another one which needs its lock is reported, with both"):
    val ref = SharedRef(0).named("title")
    val (other, end) = (CountDownLatch(1), CountDownLatch(1))
    val unit = runner.unit()
    unit.submit("Main.first", locks(ref -> AccessKind.Writes)): () =>
      val needed =
        Thread(() =>
          runner.unit().submit("Main.second", locks(ref -> AccessKind.Writes))(() => other.countDown())
        )
      needed.start()
      val _ = end.await(Waits.LimitSeconds, TimeUnit.SECONDS)
    val report = nextReport()
    end.countDown()
    val message = report.getMessage.nn
    assert(report.isInstanceOf[StuckHandlerException])
    assert(message.contains("handler Main.first waits at eddy.state.internal.StallDetectorSuite"), message)
    assert(message.contains("handler Main.second waits for SharedRef \"title\", which it holds"), message)
    assert(report.getStackTrace.nn.exists(_.getClassName == classOf[StallDetectorSuite].getName))
    await(other)

  for own <- List(false, true) do
    test(s"a handler that waits for one which it has set off itself is reported, of its own unit: $own"):
      val (other, end) = (CountDownLatch(1), CountDownLatch(1))
      val unit = runner.unit()
      val parent = if own then unit else runner.unit()
      parent.submit("Main.parent", LockSet.empty): () =>
        unit.submit("Main.child", LockSet.empty)(() => other.countDown())
        val _ = end.await(Waits.LimitSeconds, TimeUnit.SECONDS)
      val message = nextReport().getMessage.nn
      end.countDown()
      assert(message.contains("its submissions (1 handlers) begin only when it has ended"), message)
      await(other)

  for mode <- List(AccessKind.Writes, AccessKind.Reads) do
    test(s"a handler that waits for a thread whose operation waits for it is reported, with both: $mode"):
      val ref = SharedRef(0).named("title")
      val (other, end) = (CountDownLatch(1), CountDownLatch(1))
      // A reader takes no lock as long as only that thread ever writes. Elision ends after so many
      // unelided locks, and the suites before this one unelide locks, too.
      val takesLock = mode == AccessKind.Writes || ElisionEpoch.unelided >= ElisionEpoch.MaxUnelided
      val why = if takesLock then "which it holds" else "until handlers that began before"
      runner.unit().submit("Main.first", locks(ref -> mode)): () =>
        val changing: Runnable = () =>
          ref.set(1)
          other.countDown()
        Thread(changing, "helper").start()
        val _ = end.await(Waits.LimitSeconds, TimeUnit.SECONDS)
      val message = nextReport().getMessage.nn
      end.countDown()
      assert(message.contains("handler Main.first waits at eddy.state.internal.StallDetectorSuite"), message)
      assert(message.contains("thread helper waits at eddy.state.internal.StallDetectorSuite"), message)
      assert(message.contains(s"for SharedRef \"title\", $why"), message)
      await(other)
  end for
end StallDetectorSuite
