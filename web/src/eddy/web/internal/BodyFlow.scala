package eddy.web.internal

import java.nio.ByteBuffer
import java.util.concurrent.Flow

/** Hands a body to a Flow subscriber, as events: the one reader of [[BodyIn]] that asks for no more than it
  * was asked for.
  *
  * @param events runs what it is given one after another
  */
private[eddy] final class BodyFlow private (
    in: BodyIn,
    reader: Flow.Subscriber[? >: ByteBuffer],
    events: (() => Unit) => Unit
) extends Flow.Subscription:
  // Guarded by this: the subscriber until it has had its last signal, whether a turn is under way or awaited,
  // and whether something has changed since it began.
  private var subscriber: Flow.Subscriber[? >: ByteBuffer] | Null = reader
  private var demand = 0L
  private var wrongRequest: Throwable | Null = null
  private var scheduled = true // until onSubscribe has returned
  private var changed = false

  def request(n: Long): Unit =
    synchronized:
      if n <= 0 then
        wrongRequest =
          IllegalArgumentException(s"request($n): ask for at least one (Reactive Streams, rule 3.9)")
      else if Long.MaxValue - demand < n then demand = Long.MaxValue
      else demand += n
    schedule()

  def cancel(): Unit =
    synchronized:
      subscriber = null
    in.release()

  // given once more, so that it is kept nowhere but in the field that is cleared (rule 3.13)
  private def begin(reader: Flow.Subscriber[? >: ByteBuffer]): Unit =
    reader.onSubscribe(this)
    synchronized:
      scheduled = false
    schedule()

  /** There may be something to do: demand, bytes, the end. */
  private def schedule(): Unit =
    val first = synchronized:
      val first = !scheduled && subscriber != null
      if first then scheduled = true
      else changed = true
      first
    if first then events(() => turn())

  private def turn(): Unit =
    synchronized:
      changed = false
    var left = BodyFlow.PerTurn
    var going = true
    try
      while going && left > 0 do
        going = step()
        left -= 1
    catch
      case failure: Throwable =>
        cancel()
        throw failure
    finally
      synchronized:
        scheduled = false
        // what came after its step looked found a turn under way
        going |= changed
    if going then schedule()

  private def step(): Boolean =
    val (to, wrong, wants) = synchronized((subscriber, wrongRequest, demand > 0))
    if to == null then false
    else if wrong != null then
      cancel()
      to.onError(wrong)
      false
    else
      val piece = if wants then in.poll() else null
      if piece != null then
        synchronized:
          if demand != Long.MaxValue then demand -= 1
        to.onNext(piece)
        true
      else
        in.ending match
          case null =>
            if wants then in.want()
            false
          case BodyEnd.Whole =>
            cancel()
            to.onComplete()
            false
          case BodyEnd.Broken(cause) =>
            cancel()
            to.onError(cause)
            false
    end if
  end step
end BodyFlow

private[eddy] object BodyFlow:
  /** So many pieces before other events of the request have their turn. */
  private val PerTurn = 16

  def begin(in: BodyIn, subscriber: Flow.Subscriber[? >: ByteBuffer], events: (() => Unit) => Unit): Unit =
    val flow = new BodyFlow(in, subscriber, events)
    if in.claim(() => flow.schedule()) then flow.begin(subscriber)
    else refuse(subscriber)

  private def refuse(subscriber: Flow.Subscriber[? >: ByteBuffer]): Unit =
    subscriber.onSubscribe:
      new Flow.Subscription:
        def request(n: Long): Unit = ()
        def cancel(): Unit = ()
    subscriber.onError(
      IllegalStateException("this body has a reader already: it comes once; read it in one way only")
    )
end BodyFlow
