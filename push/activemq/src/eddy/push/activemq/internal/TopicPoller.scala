package eddy.push.activemq.internal

import eddy.push.activemq.ActiveMqConfig
import eddy.push.internal.{Calm, LocalHistory, MessageCodec, Pace}
import eddy.push.{Delivery, Intake, Interest, MediatorNode, Message}
import eddy.runtime.Engine

import scala.concurrent.{Future, Promise}
import scala.util.control.NonFatal

import jakarta.jms.{BytesMessage, Connection, JMSException, Message as JmsMessage, Session, Topic}

/** The paper's global topic poller: takes what comes for one interest and hands it to the node, at the pace
  * that the delivery says. There is one for each channel or pattern of the node, however many subscribers
  * that has. It is a sequential unit: it runs when something has come, and while nothing comes or the node is
  * behind it takes no thread.
  */
private[activemq] final class TopicPoller(
    val interest: Interest,
    intake: Intake,
    client: JmsClient,
    names: TopicNames,
    history: LocalHistory,
    config: ActiveMqConfig,
    node: MediatorNode
):
  import TopicPoller.Arrived

  private val engine = node.system.engine
  private val unit = engine.unit()
  private val pace = new Pace(config.delivery, config.prefetch, config.batch)
  private val topic = interest match
    case Interest.Channel(name) => names.topic(name)
    case Interest.Pattern(pattern) => names.wildcard(pattern)

  // the unit's
  private var inlet: Inlet[Arrived] | Null = null
  private var room = 0
  private var credit = 1

  /** For [[Intake.whenReady]]. */
  private var waits = false
  private var ended = false
  private val calm = new Calm(pace, config.calm, engine, unit)(
    () => fold(0)(_.holds),
    () => !waits && inlet != null
  )(() =>
    node.switched(interest, Delivery.Push)
    fold(())(let(_, pace.begin))
  )

  /** Subscribes; blocks for the broker's answer. Once it has returned, every publication arrives.
    *
    * @param again whether something may have been missed since the connection before
    * @throws JMSException when the connection is gone, or the broker refuses
    */
  def attach(connection: Connection, again: Boolean): Unit =
    // nothing is delivered again after a break, so acknowledging in batches loses nothing
    val session = connection.createSession(false, Session.DUPS_OK_ACKNOWLEDGE).nn
    try
      val consumer = session.createConsumer(client.topic(topic)).nn
      val fresh =
        new Inlet(session, consumer, config.prefetchBytes, read, inlet => unit.submit(() => come(inlet)))
      unit.submit(() => begin(fresh, again))
    catch
      case failure: JMSException =>
        session.close()
        throw failure

  /** Unsubscribes; blocks for the broker's answer.
    * @return done when the intake gets nothing any more
    */
  def end(connected: Boolean): Future[Unit] =
    val done = Promise[Unit]()
    unit.submit: () =>
      ended = true
      val open = inlet
      inlet = null
      if connected && open != null then close(open)
      history.close(interest)
      done.success(()): Unit
    done.future

  private def begin(fresh: Inlet[Arrived], again: Boolean): Unit =
    if ended then close(fresh)
    else
      val before = inlet
      inlet = fresh
      if before != null then deliver(before.take())
      if again then
        history.gap(interest)
        intake.gap()
      if !waits then let(fresh, pace.begin)

  /** Something has come. */
  private def come(from: Inlet[Arrived]): Unit = if (from eq inlet) && !waits then goOn(from)

  private def goOn(from: Inlet[Arrived]): Unit =
    val batch = from.take()
    // the message may be for no interest
    if batch.isEmpty then let(from, if room > 0 then room else pace.begin)
    else
      deliver(batch)
      pace.taken(credit) match
        case Pace.Next.Run(n) => let(from, n)
        case Pace.Next.Wait(switched) =>
          from.hold()
          waits = true
          if switched then node.switched(interest, Delivery.Pull)
          intake.whenReady(() => unit.submit(() => ready()))

  private def ready(): Unit =
    waits = false
    room = pace.begin
    inlet match
      case open: Inlet[Arrived] if !ended => goOn(open)
      case _ => ()

  private def deliver(batch: IndexedSeq[Arrived]): Unit =
    val placed = batch.flatMap(one => one.messages.flatMap(history.arrived(interest, one.channel, _)))
    if placed.nonEmpty then
      try credit = intake.accept(placed)
      catch case NonFatal(failure) => node.failed(s"handing over what came for $interest", failure)

  private def let(from: Inlet[Arrived], n: Int): Unit =
    room = n
    try
      from.run(n)
      calm.watch()
    catch
      // the connection is gone: its listener tells the link, which attaches again
      case _: JMSException => ()

  private def fold[A](none: A)(some: Inlet[Arrived] => A): A =
    val open = inlet
    if open == null then none else some(open)

  private def close(open: Inlet[Arrived]): Unit =
    try Engine.blocking(open.close())
    catch case failure: JMSException => node.failed(s"ending the subscription to $interest", failure)

  /** On the client library's threads. */
  private def read(message: JmsMessage): Arrived | Null =
    try
      message match
        case bytes: BytesMessage =>
          channelOf(message) match
            case Some(channel) =>
              val body = new Array[Byte](math.toIntExact(bytes.getBodyLength))
              val _ = bytes.readBytes(body)
              Arrived(channel, MessageCodec.split(body), body.length)
            case None => null
        case other =>
          throw JMSException(
            s"a ${other.getClass.getName} is on the topic: only Eddy may publish to topics of this prefix"
          )
    catch
      case NonFatal(failure) =>
        node.failed(s"reading a message on topic $topic", failure)
        null

  private def channelOf(message: JmsMessage): Option[String] = interest match
    case Interest.Channel(name) => Some(name)
    case Interest.Pattern(pattern) =>
      message.getJMSDestination match
        case to: Topic => names.channel(to.getTopicName.nn).filter(TopicNames.matches(pattern, _))
        case _ => None
end TopicPoller

private[activemq] object TopicPoller:
  final case class Arrived(channel: String, messages: Vector[Message], sizeBytes: Int) extends Inlet.Sized:
    def count: Int = messages.length
