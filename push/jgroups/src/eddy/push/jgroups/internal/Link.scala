package eddy.push.jgroups.internal

import eddy.push.MediatorNode
import eddy.push.jgroups.JGroupsConfig

import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

import org.jgroups.Message.TransientFlag
import org.jgroups.util.MessageBatch
import org.jgroups.{Address, BytesMessage, JChannel, Message, Receiver, View}

/** What a node hears from its link, on JGroups' threads; it may make them wait, which makes senders wait. */
private[jgroups] trait Ear:
  def viewed(view: View): Unit

  /** With the bytes that they were. Those of one sender to one node, and to all, each in order. */
  def heard(from: Address, frames: IndexedSeq[(Frame, Array[Byte])]): Unit

/** A node's channel of JGroups, for frames in place of messages. Any thread; only [[connect]] and [[close]] block. */
private[jgroups] final class Link(config: JGroupsConfig, node: MediatorNode, ear: Ear) extends Receiver:
  @volatile private var channelOrNull: JChannel | Null = null
  private val toAll =
    Outbox(s"eddy-jgroups-all-${node.id}", config.maxUnsent, config.maxUnsentBytes, send, failed)
  private val toOne =
    Outbox(s"eddy-jgroups-one-${node.id}", config.maxUnsent, config.maxUnsentBytes, send, failed)

  /** @throws Exception when it cannot listen, or is not let in */
  def connect(): Unit =
    val made = Stack.channel(config)
    channelOrNull = made
    toAll.start()
    toOne.start()
    made.setReceiver(this)
    made.connect(config.cluster): Unit

  /** Once [[connect]] has made it. */
  def channel: JChannel = channelOrNull.nn

  def me: Address = channel.getAddress.nn

  /** Whether publications may be added. */
  def hasRoom: Boolean = toAll.hasRoom && toOne.hasRoom

  def load: String = s"${toAll.load} to all, ${toOne.load} to one"

  def tellAll(frame: Array[Byte]): Unit = toAll.add(null, frame)
  def tell(to: Address, frame: Frame): Unit = toOne.add(to, FrameCodec.encode(frame))
  def tell(to: Address, frame: Array[Byte]): Unit = toOne.add(to, frame)
  def tell(to: Address, frames: Iterator[Frame]): Unit = toOne.addAll(to, frames.map(FrameCodec.encode))

  def close(): Unit =
    toOne.close(Link.FlushMillis)
    toAll.close(Link.FlushMillis)
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
end Link

private[jgroups] object Link:
  /** What waits to be sent at the end may take so long. */
  private final val FlushMillis = 2000
