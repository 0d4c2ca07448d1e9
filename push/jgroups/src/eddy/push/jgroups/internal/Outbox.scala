package eddy.push.jgroups.internal

import java.util.ArrayDeque
import java.util.concurrent.TimeUnit
import scala.util.control.NonFatal

import org.jgroups.Address

/** Sends on a thread of its own, in order, and joins the pending messages for one node: JGroups blocks a
  * sender while receivers are behind. Only publications are bounded: a caller that adds one asks [[hasRoom]]
  * before. The rest is answers and control messages, one for each request.
  *
  * @param send to one node, or to all for null
  */
private[jgroups] final class Outbox(
    name: String,
    most: Int,
    mostBytes: Int,
    send: (Address | Null, Seq[Array[Byte]]) => Unit,
    failed: Throwable => Unit
):
  import Outbox.*
  // all guarded by this
  private val waiting = new ArrayDeque[Parcel]()
  private var waitingBytes = 0L
  private var isClosing = false

  private val thread = Thread.ofPlatform.nn.daemon().nn.name(name).nn.unstarted(() => run()).nn

  def start(): Unit = thread.start()

  def hasRoom: Boolean = synchronized(waiting.size < most && waitingBytes < mostBytes)

  /** How much waits, for messages. */
  def load: String = synchronized(s"${waiting.size} frames of $waitingBytes bytes")

  def add(to: Address | Null, bytes: Array[Byte]): Unit = synchronized:
    waitingBytes += bytes.length
    put(Parcel.One(to, bytes))

  /** One after another, made when it is its turn, with whatever else there is between them. */
  def addAll(to: Address, frames: Iterator[Array[Byte]]): Unit = synchronized(put(Parcel.Many(to, frames)))

  /** Sends what waits, as far as that can be done in time, and ends. Blocks. */
  def close(withinMillis: Long): Unit =
    synchronized:
      isClosing = true
      notifyAll()
    if thread.isAlive then
      TimeUnit.MILLISECONDS.timedJoin(thread, withinMillis)
      if thread.isAlive then thread.interrupt()

  private def put(parcel: Parcel): Unit =
    waiting.add(parcel): Unit
    notifyAll()

  private def run(): Unit =
    var parcel = next()
    while parcel != null do
      try
        parcel match
          case first: Parcel.One => send(first.to, together(first))
          case many @ Parcel.Many(to, frames) =>
            if frames.hasNext then
              send(to, Seq(frames.next()))
              synchronized(waiting.add(many): Unit)
      catch
        case _: InterruptedException => synchronized { waiting.clear() }
        case NonFatal(failure) => failed(failure)
      parcel = next()

  private def next(): Parcel | Null = synchronized:
    while waiting.isEmpty && !isClosing do wait()
    poll()

  private def poll(): Parcel | Null =
    val parcel = waiting.poll()
    parcel match
      case Parcel.One(_, bytes) => waitingBytes -= bytes.length
      case _ => ()
    parcel

  /** With those behind it that go to the same node. */
  private def together(first: Parcel.One): Seq[Array[Byte]] = synchronized:
    val all = Vector.newBuilder[Array[Byte]]
    all += first.bytes
    var bytes = first.bytes.length
    var goesOn = true
    while goesOn do
      waiting.peek match
        case one: Parcel.One if one.to == first.to && bytes + one.bytes.length <= MostBytes =>
          val _ = poll()
          all += one.bytes
          bytes += one.bytes.length
        case _ => goesOn = false
    all.result()
end Outbox

private[jgroups] object Outbox:
  /** In one message, which JGroups would cut in pieces at 60 KB. */
  private final val MostBytes = 32 * 1024

  private enum Parcel:
    case One(to: Address | Null, bytes: Array[Byte])
    case Many(to: Address, frames: Iterator[Array[Byte]])
