package eddy.web.client.internal

import eddy.runtime.Engine
import eddy.web.client.ClientException
import eddy.web.internal.Events

import scala.concurrent.{ExecutionContext, Future}
import scala.util.{Failure, Success}

/** Ways to come by an answer. */
private[client] object Waiting:
  /** Waits in place; on a worker of the engine, other tasks run meanwhile. */
  def forResult[A](engine: Engine, result: Future[A]): A = engine.platform.await(result)

  /** The events of the request whose handler runs here. */
  def events(asked: String): Events = Events.current(asked)
  def eventsIfAny: Events | Null = Events.ifAny

  /** As [[events]]; elsewhere those of a unit made for the purpose. */
  def eventsOr(engine: Engine): Events =
    val here = eventsIfAny
    if here == null then OwnEvents(engine) else here

  /** Hands the result over as an event. Nothing is asked for when the handler is refused. */
  def deliver[A](
      here: Events,
      callback: A => Unit,
      failed: Option[ClientException => Unit]
  )(result: => Future[A]): Unit =
    Events.admit(callback)
    result.onComplete(outcome =>
      outcome match
        case Success(answer) => here.add(callback, () => callback(answer))
        case Failure(failure) => fail(failure, here, failed)
    )(using ExecutionContext.parasitic)

  /** Hands a failure over as an event. */
  def fail(failure: Throwable, here: Events, failed: Option[ClientException => Unit]): Unit =
    (failure, failed) match
      case (known: ClientException, Some(told)) => here.add(told, () => told(known))
      case (other, _) => here.own(() => throw other)
end Waiting

/** For bodies that are read outside of a request: one event after another, on the engine. */
private[client] final class OwnEvents(engine: Engine) extends Events:
  private val unit = engine.unit()
  def add(code: AnyRef, event: () => Unit, argument: AnyRef | Null): Unit = own(event)
  def own(event: () => Unit): Unit = unit.submit(() => event())
