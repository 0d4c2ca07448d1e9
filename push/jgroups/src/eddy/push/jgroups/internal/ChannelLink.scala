package eddy.push.jgroups.internal

import eddy.push.MediatorNode
import eddy.push.jgroups.JGroupsConfig

import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

import org.jgroups.Message.TransientFlag
import org.jgroups.util.MessageBatch
import org.jgroups.{Address, BytesMessage, JChannel, Message, Receiver, View}

/** A node's channel of JGroups. */
private[jgroups] final class ChannelLink(config: JGroupsConfig, node: MediatorNode, ear: Ear)
    extends Receiver,
      Link:
  @volatile private var channelOrNull: JChannel | Null = null
  private val toAll = outbox("all")
  private val toOne = outbox("one")
  // a node that takes its histories slowly holds up none of the answers to others
  private val histories = outbox("histories")

  private def outbox(what: String) =
    Outbox(s"eddy-jgroups-$what-${node.id}", config.maxUnsent, config.maxUnsentBytes, send, failed)

  def connect(): Unit =
    val made = Stack.channel(config)
    channelOrNull = made
    Seq(toAll, toOne, histories).foreach(_.start())
    made.setReceiver(this)
    made.connect(config.cluster): Unit

  /** Once [[connect]] has made it. */
  def channel: JChannel = channelOrNull.nn

  def me: Address = channel.getAddress.nn
  def hasRoom: Boolean = toAll.hasRoom && toOne.hasRoom
  def load: String = s"${toAll.load} to all, ${toOne.load} to one"
  def tellAll(frame: Array[Byte]): Unit = toAll.add(null, frame)
  def tell(to: Address, frame: Array[Byte]): Unit = toOne.add(to, frame)
  def tellHistories(to: Address, frames: Iterator[Frame]): Unit =
    histories.addAll(to, frames.map(FrameCodec.encode))

  def close(): Unit =
    // who lacks them gets them from the next coordinator
    histories.close(0)
    Seq(toOne, toAll).foreach(_.close(ChannelLink.FlushMillis))
    val made = channelOrNull
    if made != null then made.close()

  override def viewAccepted(view: View): Unit = ear.viewed(view)

  override def receive(message: Message): Unit =
    val frames = mutable.ArrayBuffer.empty[(Frame, Array[Byte])]
    read(message, frames)
    if frames.nonEmpty then ear.heard(message.getSrc, frames.toIndexedSeq)

  override def receive(batch: MessageBatch): Unit =
    val frames = mutable.ArrayBuffer.empty[(Frame, Array[Byte])]
    batch.iterator.nn.asScala.foreach(read(_, frames))
    if frames.nonEmpty then ear.heard(batch.getSender, frames.toIndexedSeq)

  private def read(message: Message, into: mutable.ArrayBuffer[(Frame, Array[Byte])]): Unit = message match
    case bytes: BytesMessage =>
      def wrong(failure: Throwable) = node.failed(s"reading a message of node ${message.getSrc}", failure)
      try
        Bundle.read(bytes.getArray.nn, bytes.getOffset, bytes.getLength).foreach: own =>
          try into += ((FrameCodec.decode(own), own))
          catch case NonFatal(failure) => wrong(failure)
      catch case NonFatal(failure) => wrong(failure)
    case other =>
      val wrong =
        IllegalArgumentException(s"a ${other.getClass.getName}: only Eddy may use cluster ${config.cluster}")
      node.failed(s"reading a message of node ${message.getSrc}", wrong)

  private def send(to: Address | Null, frames: Seq[Array[Byte]]): Unit =
    val message = BytesMessage(to.asInstanceOf[Address], Bundle.write(frames))
    if to == null then message.setFlag(TransientFlag.DONT_LOOPBACK): Unit
    channel.send(message): Unit

  private def failed(cause: Throwable): Unit =
    if channel.isConnected then node.failed("sending to other nodes", cause)
end ChannelLink

private[jgroups] object ChannelLink:
  /** Time limit for sending pending messages at the end. */
  private final val FlushMillis = 2000
