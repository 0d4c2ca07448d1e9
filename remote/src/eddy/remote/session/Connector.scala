package eddy.remote.session

import eddy.remote.spi.NodeAddress

/** The part of a transport below sessions: it makes connections. Its calls, and those that it makes to the
  * [[SessionDriver]], are on the I/O thread.
  */
private[eddy] trait Connector:
  /** For the log. */
  def name: String

  /** The outcome is [[SessionDriver.connected]] or [[SessionDriver.refused]], not within this call. */
  def connect(to: NodeAddress): Unit

/** An ordered stream of frames and control packets that may break at any moment. */
private[eddy] trait FrameConnection:
  /** If not, sent packets must leave before it takes more. */
  def isWritable: Boolean
  def sendFrame(frame: Array[Byte]): Unit
  def sendControl(packet: Array[Byte]): Unit
  def flush(): Unit

  /** After what was sent. No event follows. */
  def close(): Unit

/** The thread on which all events of a transport run, one after another. */
private[eddy] trait IoThread:
  def execute(task: Runnable): Unit

  /** Closing what it returns cancels the task, if it has not begun. */
  def after(delayNanos: Long)(task: Runnable): AutoCloseable
  def nanoTime: Long
