package eddy.push.jgroups.internal

import org.jgroups.{Address, View}

/** What a node hears from its link, on threads of the link; it may make them wait, which makes senders wait.
  */
private[jgroups] trait Ear:
  def viewed(view: View): Unit

  /** With the bytes that they were. Those of one sender to one node, and to all, each in order. */
  def heard(from: Address, frames: IndexedSeq[(Frame, Array[Byte])]): Unit

/** How a node reaches the others: as [[ChannelLink]] does, or in a simulation. Messages to all, messages to
  * one, and histories each stay in order, but not relative to each other. Any thread; only [[connect]] and
  * [[close]] block.
  */
private[jgroups] trait Link:
  /** @throws Exception when it cannot listen, or is not let in */
  def connect(): Unit

  def me: Address

  /** Whether subscribers may get the publications. */
  def hasRoom: Boolean

  /** Room for pending messages. */
  def load: String

  def tellAll(frame: Array[Byte]): Unit
  def tell(to: Address, frame: Array[Byte]): Unit
  def tell(to: Address, frame: Frame): Unit = tell(to, FrameCodec.encode(frame))

  /** The frames are made when it is their turn. */
  def tellHistories(to: Address, frames: Iterator[Frame]): Unit

  def close(): Unit
end Link
