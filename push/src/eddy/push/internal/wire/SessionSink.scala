package eddy.push.internal.wire

import eddy.push.internal.{Batch, Encoded, Ending, Form, SharedSink, StreamPublisher}
import eddy.push.{ClientInfo, DisconnectCode}
import eddy.web.{KeptBytes, PreparedMessage, SendResult}

/** Takes the publications of all of a client's subscriptions to its socket. Any thread. */
private[push] final class SessionSink(session: Session, wire: Wire) extends SharedSink:
  protected def send(encoded: Encoded, from: StreamPublisher): SendResult =
    wire.send(encoded.as(formOf(encoded, from)))

  override protected def sendAll(batch: Batch, from: StreamPublisher): SendResult =
    val row = batch.as(formOf(batch.first, from))
    // as one piece they must fit into the limit
    if row.sizeBytes > session.core.config.maxBufferedBytes / 4 then SendResult.Full else wire.send(row)

  private def formOf(encoded: Encoded, from: StreamPublisher): Form[PreparedMessage] =
    val ofChannel = encoded.publication.channel == from.channel
    if ofChannel then Pushes.form else session.core.patterns.form(from.channel)

  protected def sendPresence(who: ClientInfo, joined: Boolean, from: StreamPublisher): SendResult =
    wire.send(session.core.comings.of(from.channel, who, joined))

  override protected def kept: KeptBytes | Null = wire.kept

  /** In the protocol only the answer to a subscribe has one. */
  override def tellsEpochs: Boolean = false

  override def whenWritten(done: Runnable): Unit = wire.whenWritten(done)

  def sizeBytes(encoded: Encoded, from: StreamPublisher): Int = encoded.as(formOf(encoded, from)).sizeBytes

  protected def over(from: StreamPublisher, ending: Ending): Unit = ending match
    case Ending.Slow => session.disconnect(DisconnectCode.Slow)
    case Ending.Unsubscribed(code) => session.later(() => session.subscriptions.end(from, code))
    case Ending.Failed => session.disconnect(DisconnectCode.ServerError)
    case Ending.Closed => ()
end SessionSink
