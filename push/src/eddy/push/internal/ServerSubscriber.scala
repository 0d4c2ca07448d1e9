package eddy.push.internal

import eddy.push.{ClientInfo, Position, PresenceChange, Publication, UnsubscribeCode}
import eddy.web.internal.Events

import java.util.concurrent.atomic.AtomicInteger
import scala.collection.mutable
import scala.concurrent.{Future, Promise}

/** Hands publications to server code, with joins and leaves on request, as handlers of a unit. At most `most`
  * wait, beside the recovered ones; one more ends the subscription.
  *
  * @param changed null for code that does not want changes
  */
private[push] final class ServerSubscriber(
    hub: ChannelHub,
    channel: String,
    most: Int,
    receive: Publication => Unit,
    changed: (PresenceChange => Unit) | Null
) extends Subscriber:
  private val result = Promise[UnsubscribeCode]()
  private val waiting = new AtomicInteger()
  @volatile var position: Position = Publication.Unplaced
  // guarded by this: publications that came before the answer; null once that has arrived
  private var early: mutable.ArrayBuffer[() => Unit] | Null = mutable.ArrayBuffer.empty

  private val events = Events.of(hub.runner, s"subscription to $channel"): event =>
    try event()
    catch
      case failure: Throwable =>
        hub.node.system.engine.report(failure, s"the subscriber of channel $channel")

  def over: Future[UnsubscribeCode] = result.future

  /** Missed publications come first. */
  def begin(missed: Vector[Publication], top: Position): Unit = synchronized:
    position = missed.headOption.fold(top)(first => first.position.copy(offset = first.offset - 1))
    missed.foreach(publication => submit(receive)(handed(publication)))
    val first = early
    early = null
    if first != null then first.foreach(_())

  def publication(encoded: Encoded): Unit =
    came(() => submit(receive)(released(handed(encoded.publication))))
  override def readsOn: Boolean = true
  def joined(who: ClientInfo): Unit = tell(PresenceChange.Joined(who))
  def left(who: ClientInfo): Unit = tell(PresenceChange.Left(who))

  private def came(submit: () => Unit): Unit =
    if waiting.incrementAndGet() > most then
      finish(UnsubscribeCode.Insufficient)
      hub.unsubscribe(channel, this)
    else
      val isEarly = synchronized:
        val first = early
        if first != null then first.append(submit): Unit
        first != null
      if !isEarly then submit()

  def ended(code: UnsubscribeCode): Unit = finish(code)

  def close(): Unit =
    finish(UnsubscribeCode.Server)
    hub.unsubscribe(channel, this)

  private def finish(code: UnsubscribeCode): Unit = result.trySuccess(code): Unit

  private def handed(publication: Publication): () => Unit = () =>
    try receive(publication)
    finally position = publication.position

  private def tell(change: PresenceChange): Unit =
    val to = changed
    if to != null then came(() => submit(to)(released(() => to(change))))

  /** It waits no more. */
  private def released(event: () => Unit): () => Unit = () =>
    waiting.decrementAndGet(): Unit
    event()

  private def submit(code: AnyRef)(event: () => Unit): Unit =
    events.add(code, () => if !result.isCompleted then event())
end ServerSubscriber
