package eddy.testing

import java.lang.ref.{ReferenceQueue, WeakReference}
import java.util.concurrent.CompletableFuture

import org.reactivestreams.Publisher
import org.reactivestreams.tck.TestEnvironment
import org.reactivestreams.tck.TestEnvironment.{ManualSubscriber, ManualSubscriberWithSubscriptionSupport}
import org.reactivestreams.tck.flow.FlowPublisherVerification
import org.testng.Assert.assertTrue
import org.testng.annotations.Test

/** The TCK of Reactive Streams for a publisher. In two places the TCK sleeps for a fixed time and looks once:
  * for the collection of a cancelled subscriber (rule 3.13), and for the error after an invalid request (rule
  * 3.9). This class checks the same rules and waits for the event.
  *
  * @param environment its second time says how long no signal may come where none may come
  */
abstract class FlowVerification[A](environment: TestEnvironment)
    extends FlowPublisherVerification[A](environment, 0):
  def this(noSignalsMillis: Long) = this(TestEnvironment(FlowVerification.PatienceMillis, noSignalsMillis))

  @Test
  override def required_spec313_cancelMustMakeThePublisherEventuallyDropAllReferencesToTheSubscriber(): Unit =
    activePublisherTest(
      3,
      false,
      publisher =>
        val collected = ReferenceQueue[ManualSubscriber[A]]()
        val reference = cancelled(publisher, collected)
        Eventually.until("a cancelled subscriber is collected", s"$publisher still refers to it"):
          System.gc()
          collected.poll() eq reference
        environment.verifyNoAsyncErrorsNoDelay()
    )

  // a method of its own: no variable refers to the subscriber when it has returned
  private def cancelled(publisher: Publisher[A], queue: ReferenceQueue[ManualSubscriber[A]]) =
    val subscriber = environment.newManualSubscriber(publisher)
    val reference = WeakReference(subscriber, queue)
    subscriber.request(1)
    val _ = subscriber.nextElement()
    subscriber.cancel()
    reference

  @Test
  override def required_spec309_requestZeroMustSignalIllegalArgumentException(): Unit =
    activePublisherTest(10, false, publisher => errorOf(publisher, 0): Unit)

  @Test
  override def required_spec309_requestNegativeNumberMustSignalIllegalArgumentException(): Unit =
    activePublisherTest(10, false, publisher => errorOf(publisher, negative()): Unit)

  @Test
  override def optional_spec309_requestNegativeNumberMaySignalIllegalArgumentExceptionWithSpecificMessage()
      : Unit =
    optionalActivePublisherTest(
      10,
      false,
      publisher =>
        val text = errorOf(publisher, negative()).getMessage.nn
        assertTrue(FlowVerification.explanations.exists(text.contains), text)
    )

  private def negative(): Long = -1L - scala.util.Random.nextInt(Int.MaxValue)

  /** The error after an invalid request. No element may come before it. */
  private def errorOf(publisher: Publisher[A], request: Long): Throwable =
    val told = CompletableFuture[Throwable]()
    val subscriber = new ManualSubscriberWithSubscriptionSupport[A](environment):
      override def onNext(item: A): Unit = environment.flop(s"$item came after an invalid request")
      override def onError(cause: Throwable): Unit = told.complete(cause): Unit
    environment.subscribe(publisher, subscriber)
    subscriber.request(request)
    val error = Waits.await(told, "the error after an invalid request")
    assertTrue(error.isInstanceOf[IllegalArgumentException], s"$error")
    environment.verifyNoAsyncErrorsNoDelay()
    error
end FlowVerification

object FlowVerification:
  private val PatienceMillis = 20_000L

  // the TCK accepts an error whose message contains one of these
  private val explanations = Seq("3.9", "non-positive subscription request", "negative subscription request")
