package eddy.social.internal.database

import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.{Future, Promise}
import scala.jdk.CollectionConverters.*

import org.reactivestreams.{Subscriber, Subscription}

/** Collects the elements of a publisher. The publisher calls one method at a time, on any threads; the owner
  * may end it from another thread.
  */
private[database] final class Elements[A] extends Subscriber[A]:
  private val collected = new ConcurrentLinkedQueue[A]
  private val source = new AtomicReference[Subscription | Null]
  private val result = Promise[Vector[A]]()

  /** All elements, once the publisher has ended. */
  def all: Future[Vector[A]] = result.future

  /** False if it has ended before. */
  def fail(failure: Throwable): Boolean = result.tryFailure(failure)

  /** The publisher need not continue. */
  def cancel(): Unit = source.get match
    case null => ()
    case subscription => subscription.cancel()

  def onSubscribe(subscription: Subscription): Unit =
    source.set(subscription)
    // it has ended meanwhile
    if result.isCompleted then subscription.cancel() else subscription.request(Long.MaxValue)

  def onNext(element: A): Unit = collected.add(element): Unit
  def onError(failure: Throwable): Unit = fail(DatabaseUnavailable.of(failure)): Unit
  def onComplete(): Unit = result.trySuccess(collected.asScala.toVector): Unit
end Elements
