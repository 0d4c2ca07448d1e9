package eddy.remote.internal.node

import eddy.actor.spi.remote.{Arrival, Questions}
import eddy.actor.{ActorRef, DeadLetter, ExitReason, Monitor}
import eddy.remote.internal.address.*
import eddy.remote.internal.record.*
import eddy.remote.internal.wire.{AddressWriter, PickleFailure}
import eddy.remote.spi.{NodeIdentity, SessionEnd, TransportSession}
import eddy.remote.{PickleOutput, PickleReader, Pickler, Schema}

import java.lang.System.Logger.Level
import java.util.HashMap
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong
import scala.util.control.NonFatal

/** The sending half of a session with one incarnation of another node, and what ends with the session. It
  * exists from the first dial on: messages sent before the transport has opened it wait. Any thread.
  */
private[remote] final class NodeSession(context: NodeContext, val peer: NodeIdentity):
  import NodeSession.*

  private val queue = new SendQueue[Unsent](context.config.maxUnsentBytes, maxSignalBytes)
  // the other end sends no large record before
  queue.addTable(RecordFormat.write(Control.Limits(context.config.maxMessage, context.config.maxAssembling)))
  @volatile private var carrier: TransportSession | Null = null
  @volatile private var over = false

  // the tables of the stream that this end writes; guarded by the lock of types
  private val types = new HashMap[Type, Integer]()
  private val nodes = new HashMap[Long, Integer]()

  val links = new LinkTable

  /** Set here, on actors of the other node. */
  val watched = new MonitorTable

  /** Set there, on actors of this node. */
  val watching = new MonitorTable
  private val questions = new ConcurrentHashMap[Long, Asking]()
  private val requests = new ConcurrentHashMap[Long, Request]()
  private val requestNumbers = new AtomicLong

  def isOver: Boolean = over
  def isBound: Boolean = carrier != null
  def unsentBytes: Long = queue.unsentBytes

  /** The transport has opened it. */
  def bind(to: TransportSession): Unit =
    carrier = to
    to.wake()

  /** Nothing is sent in it any more; [[close]] follows. */
  def finish(): Unit = over = true

  /** For the transport. */
  def next(): Array[Byte] | Null = queue.poll()

  private def wake(): Unit =
    val to = carrier
    if to != null then to.wake()

  /** Closes it at both ends, for a fault of the other node. */
  def violated(reason: String): Unit =
    context.log(Level.WARNING, s"node ${peer.name} broke the protocol: $reason")
    val to = carrier
    if to != null then to.close(SessionEnd.Violated(reason))

  // --- messages --------------------------------------------------------------------------------------------

  def send(
      to: FarAddress[?],
      message: Any,
      protocol: Pickler[?],
      sender: ActorRef[Nothing] | Null
  ): DeadLetter.Reason | Null =
    val value = PickleOutput()
    val addresses = new Addresses(to)
    value.addresses = addresses
    try
      protocol.asInstanceOf[Pickler[Any]].writeTo(message, value)
      val header = PickleOutput(32 + value.size)
      val by = if sender == null then null else addresses.of(sender, null)
      RecordFormat.writeHeader(to.actor.number, typeIndex(protocol), by, addresses.asked, header)
      header.writeRaw(value.array, 0, value.size)
      if header.size > context.config.maxMessage then
        tooLarge(to, header.size, context.me.name)
        DeadLetter.Reason.TooLarge
      else
        queue.addMessage(to.actor.number, header.toArray, Unsent(to, message)) match
          case SendQueue.Added.Queued =>
            wake()
            null
          case SendQueue.Added.Full => DeadLetter.Reason.Overflow
          case SendQueue.Added.TooLarge =>
            tooLarge(to, header.size, peer.name)
            DeadLetter.Reason.TooLarge
          case SendQueue.Added.Closed => DeadLetter.Reason.Unreachable
    catch
      case deep: StackOverflowError => unpicklable(to, message, deep)
      case NonFatal(cause) => unpicklable(to, message, cause)
    end try
  end send

  private def tooLarge(to: FarAddress[?], bytes: Int, node: String): Unit = context.log(
    Level.WARNING,
    s"a message of $bytes bytes to $to exceeds maxMessage of node $node: send it in parts"
  )

  /** The other end has said which records it accepts. Longer ones that wait are lost. */
  def limit(maxRecord: Int, maxAssembling: Long): Unit =
    queue.limit(maxRecord, maxAssembling).foreach: lost =>
      val unsent = lost.message
      if unsent != null then
        tooLarge(unsent.to, lost.record.length, peer.name)
        unsent.to.actor.node.lose(unsent.to, unsent.message, DeadLetter.Reason.TooLarge)
      else refuse(lost.record)
    wake()

  /** A signal is too large for the other node: the argument of a spawn. */
  private def refuse(record: Array[Byte]): Unit =
    val why = s"it takes ${record.length} bytes, more than maxMessage of node ${peer.name}"
    RecordFormat.read(record) match
      case Right(Record.Other(spawn: Control.Spawn)) =>
        reply(spawn.request, Control.Refused(spawn.request, 2, why))
      case _ => context.log(Level.WARNING, s"a signal to node ${peer.name} is lost, because $why")

  private def unpicklable(to: FarAddress[?], message: Any, cause: Throwable): DeadLetter.Reason =
    val why = PickleFailure.of(cause)
    context.log(
      Level.WARNING,
      s"a ${message.getClass.getName} to $to cannot be written: ${why.reason}${
          if why.path.isEmpty then "" else s" in ${why.path}"
        }"
    )
    DeadLetter.Reason.Unpicklable

  private def typeIndex(protocol: Pickler[?]): Int = types.synchronized:
    val sought = Type(protocol.schema, protocol.sentName)
    val known = types.get(sought)
    if known != null then known.intValue
    else
      val fresh = types.size
      types.put(sought, fresh): Unit
      queue.addTable(RecordFormat.write(Control.TypeEntry(fresh, sought.name, sought.schema.toBytes)))
      fresh

  private def nodeIndex(node: NodeIdentity): Int = types.synchronized:
    val known = nodes.get(node.incarnation)
    if known != null then known.intValue
    else
      val fresh = firstNode + nodes.size
      nodes.put(node.incarnation, fresh): Unit
      queue.addTable(
        RecordFormat.write(
          Control.NodeEntry(fresh, node.name, node.incarnation, node.addresses.map(_.text))
        )
      )
      fresh

  /** The type of messages that this end writes, for a request. */
  def typeOf(protocol: Pickler[?]): Int = typeIndex(protocol)

  /** An address as it is written here. */
  def address(ref: ActorRef[?], protocol: Pickler[?] | Null): WireAddress = ref match
    case far: FarAddress[?] =>
      val node = far.actor.node.identity
      val place =
        if node.incarnation == peer.incarnation then reader
        else if node.incarnation == context.me.incarnation then writer
        else nodeIndex(node)
      WireAddress(place, far.actor.number)
    case local => WireAddress(writer, context.exports.of(local, protocol).number)

  /** Writes the addresses in a message to `receiver`. */
  private final class Addresses(receiver: FarAddress[?]) extends AddressWriter:
    private var answers = List.empty[Long]

    /** Of the questions in the message. */
    def asked: List[Long] = answers

    def write(ref: ActorRef[?], protocol: PickleReader[?] | Null, out: PickleOutput): Unit =
      val by = protocol match
        case pickler: Pickler[?] => pickler
        case _ => null
      RecordFormat.writeAddress(of(ref, by), out)

    def of(ref: ActorRef[?], protocol: Pickler[?] | Null): WireAddress =
      val address = NodeSession.this.address(ref, protocol)
      if address.node == writer && Exports.isAnswer(address.number) && !answers.contains(address.number) then
        answers = address.number :: answers
        asks(address.number, ref, receiver)
      address
  end Addresses

  // --- questions -------------------------------------------------------------------------------------------

  private def asks(answer: Long, question: ActorRef[?], receiver: FarAddress[?]): Unit =
    questions.put(answer, Asking(question, receiver)): Unit
    // at once if it is over already
    Questions.whenOver(question)(() => questions.remove(answer): Unit): Unit
    if over then loseQuestions()

  private def loseQuestions(): Unit = questions.forEach: (answer, asking) =>
    if questions.remove(answer, asking) then
      Questions.lost(asking.question, asking.receiver, DeadLetter.Reason.Unreachable)

  /** The other node says so. */
  def questionLost(answer: Long, reason: DeadLetter.Reason): Unit =
    val asking = questions.remove(answer)
    if asking != null then Questions.lost(asking.question, asking.receiver, reason)

  def questionFailed(answer: Long, cause: Throwable): Unit =
    val asking = questions.remove(answer)
    if asking != null then Questions.failed(asking.question, asking.receiver, cause)

  /** Questions that were sent and have no answer. */
  def pendingQuestions: Int = questions.size

  // --- signals and requests --------------------------------------------------------------------------------

  /** @param receiver whose order it keeps; -1: none */
  def signal(receiver: Long, control: Control): Unit =
    val record = RecordFormat.write(control)
    queue.addSignal(receiver, record) match
      case SendQueue.Added.Queued => wake()
      case SendQueue.Added.Closed => ()
      case SendQueue.Added.TooLarge => refuse(record)
      case SendQueue.Added.Full =>
        val to = carrier
        context.log(Level.WARNING, s"more than $maxSignalBytes bytes of signals wait for node ${peer.name}")
        if to != null then to.close(SessionEnd.Lost("it does not take what it is sent"))

  def watch(actor: RemoteActor, monitor: Monitor): Unit =
    val number = watched.add(monitor)
    if number == 0 then monitor.tell(ExitReason.NodeLost(peer.name))
    else signal(actor.number, Control.Monitor(number, actor.number))

  /** False if it was not set in this session. */
  def unwatch(monitor: Monitor): Boolean =
    val number = watched.remove(monitor)
    if number != 0 then signal(noReceiver, Control.Demonitor(number))
    number != 0

  /** Sends a request; `act` receives the reply, or the reason why there will be none. */
  def request(make: Long => Control)(act: Either[String, Control] => Unit): Unit =
    val number = requestNumbers.incrementAndGet()
    val request = new Request(act)
    requests.put(number, request): Unit
    signal(noReceiver, make(number))
    if over && requests.remove(number, request) then act(Left("the session with it is closed"))

  def reply(number: Long, control: Control): Unit =
    val request = requests.remove(number)
    if request != null then request.act(Right(control))

  // --- the end ---------------------------------------------------------------------------------------------

  /** Notifies all that depend on the session. Once. */
  def close(reason: String): Unit =
    finish()
    queue.close().foreach(one => one.to.actor.node.lose(one.to, one.message, DeadLetter.Reason.Unreachable))
    links.close().foreach: entry =>
      Arrival.exit(
        entry.local,
        entry.remote,
        ExitReason.NodeLost(peer.name),
        List(entry.link),
        inTurn = false
      )
    watched.close().foreach: monitor =>
      // the message is made by the program's code
      try monitor.tell(ExitReason.NodeLost(peer.name))
      catch
        case cause: Throwable =>
          context.system.engine.report(cause, s"a monitor of an actor at node ${peer.name}")
    watching.close().foreach(monitor => monitor.cancel(): Unit)
    loseQuestions()
    requests.forEach: (number, request) =>
      if requests.remove(number, request) then request.act(Left(reason))
  end close
end NodeSession

private[remote] object NodeSession:
  /** Nodes in addresses: the one that writes, the one that reads, and those of the table. */
  final val writer = 0
  final val reader = 1
  final val firstNode = 2

  /** Of signals whose order does not matter. */
  final val noReceiver = -1L
  private val maxSignalBytes = 16L << 20

  private final case class Type(schema: Schema, name: String) derives CanEqual
  private final class Unsent(val to: FarAddress[?], val message: Any)
  private final class Asking(val question: ActorRef[?], val receiver: FarAddress[?])
  private final class Request(val act: Either[String, Control] => Unit)
end NodeSession
