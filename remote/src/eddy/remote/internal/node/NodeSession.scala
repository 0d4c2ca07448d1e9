package eddy.remote.internal.node

import eddy.actor.spi.remote.{Arrival, Questions}
import eddy.actor.{ActorRef, DeadLetter, ExitReason, Monitor, Overflow}
import eddy.remote.internal.address.*
import eddy.remote.internal.cluster.SetSession
import eddy.remote.internal.record.*
import eddy.remote.internal.wire.{AddressWriter, PickleFailure}
import eddy.remote.spi.{NodeIdentity, SessionEnd, TransportSession, TransportStats}
import eddy.remote.{PickleOutput, PickleReader, Pickler, Schema}

import java.lang.System.Logger.Level
import java.util.HashMap
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.{AtomicLong, AtomicReference}
import scala.util.control.NonFatal

/** The sending half of a session with one incarnation of another node, and what ends with the session. It
  * exists from the first dial on: messages sent before the transport has opened it wait. Any thread.
  *
  * @param counters of the other node
  * @param abandon takes back a session that the transport has not opened; false if it has
  */
private[remote] final class NodeSession(
    context: NodeContext,
    val peer: NodeIdentity,
    counters: PeerCounters,
    abandon: NodeSession => Boolean
) extends QuestionSource,
      SetSession:
  import NodeSession.*

  private val queue = new SendQueue[Unsent](context.config.maxUnsentBytes, maxSignalBytes, context.unsent)
  // the other end sends no large record before
  queue.addTable(RecordFormat.write(Control.Limits(
    context.config.maxMessage,
    context.config.assemblingBytes
  )))
  private val room: SendRoom | Null = context.config.overflow match
    case Overflow.SlowSender(timeout) => new SendRoom(timeout)
    case _ => null
  @volatile private var carrier: TransportSession | Null = null
  @volatile private var over = false
  // a signal was lost: it takes nothing, and is about to be closed
  @volatile private var overfull = false

  // the tables of the stream that this end writes; guarded by the lock of types
  private val types = new HashMap[Type, Integer]()
  // most messages are of one type
  @volatile private var lastType: KnownType | Null = null
  // of the last small message that was written; null: in use, or none was kept
  private val spare = new AtomicReference[Writing | Null](null)
  private val nodes = new HashMap[Long, Integer]()
  private val names = new HashMap[String, Integer]()

  /** Of addresses that `contramap` has made. */
  val written = new WrittenNumbers
  val links = new NumberedTable[LinkEntry](_.link)

  /** Set here, on actors of the other node. */
  val watched = new NumberedTable[Monitor](identity)

  /** Set there, on actors of this node. */
  val watching = new NumberedTable[Monitor](identity)
  private val questions = new QuestionTable
  private val requests = new ConcurrentHashMap[Long, Request]()
  private val requestNumbers = new AtomicLong

  // a table of sessions has the same order in each simulation of a seed
  override def hashCode: Int = peer.incarnation.hashCode

  def isOver: Boolean = over
  def isBound: Boolean = carrier != null
  def unsentBytes: Long = queue.unsentBytes

  /** Null before the transport has opened it. */
  def transportStats: TransportStats | Null =
    val by = carrier
    if by == null then null else by.stats

  /** Senders that wait for room. */
  def waitingSenders: Int =
    val waiting = room
    if waiting == null then 0 else waiting.size

  /** Senders do not wait for room at the moment. */
  def isStuck: Boolean =
    val waiting = room
    waiting != null && waiting.hasGivenUp

  /** The transport has opened it. */
  def bind(to: TransportSession): Unit =
    carrier = to
    to.wake()

  /** Nothing is sent in it any more; [[close]] follows. */
  def finish(): Unit = over = true

  /** For the transport. */
  def next(): Array[Byte] | Null =
    val frame = queue.poll()
    val waiting = room
    if waiting != null then waiting.freed(isEmpty = frame == null)
    frame

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
      to: SendTarget[?],
      message: Any,
      protocol: Pickler[?],
      sender: ActorRef[Nothing] | Null
  ): DeadLetter.Reason | Null =
    val known = spare.getAndSet(null)
    val writing = if known == null then new Writing else known
    val (value, header) = (writing.value, writing.header)
    var isWritten = false
    try
      protocol.asInstanceOf[Pickler[Any]].writeTo(message, value)
      val by = if sender == null then null else address(sender, null)
      val (asked, adapted) = (writing.asked, writing.adapted)
      val isNamed = to.isInstanceOf[NamedRef[?]]
      val receiver = to match
        case far: FarAddress[?] => far.actor.number
        case named: NamedRef[?] => nameIndex(named.name).toLong
        case other => throw AssertionError(s"$other is at no node")
      val index = typeIndex(protocol)
      val along = Arrival.presentHeaders(context.system)
      RecordFormat.writeHeader(receiver, index, by, asked.map(_.address), along, header, isNamed)
      isWritten = true
      if value.size > context.config.maxMessage - header.size then
        tooLarge(to, header.size.toLong + value.size, context.me.name)
        release(adapted)
        DeadLetter.Reason.TooLarge
      else
        val unsent = Unsent(to, message, asked, adapted)
        val order = RecordFormat.orderOf(receiver, isNamed)
        // a large value is copied only piece by piece
        if header.size + value.size > RecordFormat.maxBytes then
          queued(unsent, to, order, header.toArray, value.detached, value.size)
        else
          val record = header.followedBy(value)
          if writing.isSmall then
            writing.clear()
            spare.set(writing)
          queued(unsent, to, order, record, RecordFormat.noBytes, 0)
    catch
      case cause: Throwable if NonFatal(cause) || cause.isInstanceOf[StackOverflowError] =>
        if !isWritten then release(writing.adapted)
        unpicklable(to, message, cause)
    end try
  end send

  private def tooLarge(to: SendTarget[?], bytes: Long, node: String): Unit = context.log(
    Level.WARNING,
    s"a message of $bytes bytes to $to exceeds maxMessage of node $node: send it in parts"
  )

  /** The other end has said which records it accepts. Longer ones that wait are lost. */
  def limit(maxRecord: Int, maxAssembling: Long): Unit =
    queue.limit(maxRecord, maxAssembling).foreach: lost =>
      lost.message match
        case null => closeLosing(tooLargeFor(lost.length))
        case unsent: Unsent =>
          unsent.message match
            case request: Control if unsent.to == null => refuse(request, tooLargeFor(lost.length))
            case _ =>
              unsent.to match
                case to: SendTarget[?] => tooLarge(to, lost.length, peer.name)
                case null => ()
              lose(unsent, DeadLetter.Reason.TooLarge)
    wake()

  private def tooLargeFor(bytes: Int) = s"it takes $bytes bytes, more than maxMessage of node ${peer.name}"

  /** The dead letter reports the loss of its questions. */
  private def lose(one: Unsent, reason: DeadLetter.Reason): Unit =
    val to = one.to
    if to != null then
      one.asked.foreach(asked => questions.remove(asked.key, to))
      release(one.adapted)
      counters.lose(reason)
      to.drop(one.message, reason)

  /** Nobody receives what was written. */
  private def release(adapted: List[Long]): Unit =
    adapted.foreach(context.exports.released(_, 1, written))

  private def refuse(request: Control, why: String): Unit = request match
    case Control.Spawn(number, _, _, _, _, _, _, _) => reply(number, Control.Refused(number, 2, why))
    case other => closeLosing(s"of a ${other.productPrefix}, $why")

  /** The record consists of `head` and `length` bytes of `body`. */
  private def queued(
      unsent: Unsent,
      to: SendTarget[?],
      order: Long,
      head: Array[Byte],
      body: Array[Byte],
      length: Int
  ): DeadLetter.Reason | Null =
    val asked = unsent.asked
    // first: the session may close as soon as the record waits
    asked.foreach(one => asks(one, to))
    inline def add() =
      if overfull then SendQueue.Added.Closed else queue.addMessage(order, head, body, length, unsent)
    val first = add()
    val waits = room
    val added = if first == SendQueue.Added.Full && waits != null then waits.await(() => add()) else first
    val lost = added match
      case SendQueue.Added.Queued => null
      case SendQueue.Added.Full => DeadLetter.Reason.Overflow
      case SendQueue.Added.Closed => DeadLetter.Reason.Unreachable
      case SendQueue.Added.TooLarge =>
        tooLarge(to, head.length + length, peer.name)
        DeadLetter.Reason.TooLarge
    if lost == null then wake()
    else
      asked.foreach(one => questions.remove(one.key, to))
      release(unsent.adapted)
    lost
  end queued

  private def unpicklable(to: SendTarget[?], message: Any, cause: Throwable): DeadLetter.Reason =
    val why = PickleFailure.of(cause)
    context.log(
      Level.WARNING,
      s"a ${message.getClass.getName} to $to cannot be written: ${why.reason}${
          if why.path.isEmpty then "" else s" in ${why.path}"
        }"
    )
    DeadLetter.Reason.Unpicklable

  private def typeIndex(protocol: Pickler[?]): Int =
    val last = lastType
    if last != null && (last.protocol eq protocol) then last.index
    else
      val index = tableIndex(protocol)
      lastType = new KnownType(protocol, index)
      index

  private def tableIndex(protocol: Pickler[?]): Int = types.synchronized:
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

  private def nameIndex(name: String): Int = types.synchronized:
    val known = names.get(name)
    if known != null then known.intValue
    else
      val fresh = names.size
      names.put(name, fresh): Unit
      queue.addTable(RecordFormat.write(Control.NameEntry(fresh, name)))
      fresh

  /** The type of messages that this end writes, for a request. */
  def typeOf(protocol: Pickler[?]): Int = typeIndex(protocol)

  /** A value of a request, with the addresses in it. */
  def pickled(value: Any, pickler: Pickler[?]): Array[Byte] =
    val out = new Writing().value
    pickler.asInstanceOf[Pickler[Any]].writeTo(value, out)
    out.toArray

  /** An address as it is written here. */
  def address(ref: ActorRef[?], protocol: Pickler[?] | Null): WireAddress = ref match
    case far: FarAddress[?] =>
      // from now on others know it
      far.actor.node.keep(far.actor)
      address(far.actor.node.identity, far.actor.number)
    case local => WireAddress(writer, context.exports.written(local, protocol, written).number)

  private def address(node: NodeIdentity, number: Long): WireAddress =
    val place =
      if node.incarnation == peer.incarnation then reader
      else if node.incarnation == context.me.incarnation then writer
      else nodeIndex(node)
    WireAddress(place, number)

  /** A message that is written, with the addresses in it. One thread at a time. */
  private final class Writing extends AddressWriter:
    private var answers = List.empty[Asked]
    private var numbers = List.empty[Long]
    val value: PickleOutput = PickleOutput()
    val header: PickleOutput = PickleOutput(32)
    value.addresses = this

    /** The questions in the message. */
    def asked: List[Asked] = answers

    /** Numbers of own addresses in the message that `contramap` has made. */
    def adapted: List[Long] = numbers

    /** Worth keeping while nothing is sent. */
    def isSmall: Boolean = value.array.length <= keptBytes

    /** For another message. */
    def clear(): Unit =
      answers = Nil
      numbers = Nil
      value.clear()
      header.clear()

    def write(ref: ActorRef[?], protocol: PickleReader[?] | Null, out: PickleOutput): Unit =
      val by = protocol match
        case pickler: Pickler[?] => pickler
        case _ => null
      val address = NodeSession.this.address(ref, by)
      if address.node == writer && Exports.isAdapted(address.number) then
        numbers = address.number :: numbers
      val incarnation = ref match
        case far: FarAddress[?] => far.actor.node.identity.incarnation
        case _ => context.me.incarnation
      val key = QuestionTable.Key(incarnation, address.number)
      if Exports.isAnswer(address.number) && !answers.exists(_.key == key) then
        answers = new Asked(key, address, ref) :: answers
      RecordFormat.writeAddress(address, out)
  end Writing

  // --- questions -------------------------------------------------------------------------------------------

  private def asks(one: Asked, receiver: SendTarget[?]): Unit =
    if questions.add(one.key, one.question, receiver) then
      one.question match
        // the node that asked says when the question is over, or closes its session
        case far: FarAddress[?] =>
          far.actor.node.watch(far.actor, new Monitor(far, _ => questions.forget(one.key)))
        // at once if it is over already
        case own => Questions.whenOver(own)(() => questions.forget(one.key)): Unit

  /** The other node has lost a question that it received in this session.
    *
    * @param asker the node that asked
    * @return false if the session does not know the question
    */
  def questionLost(asker: NodeIdentity, answer: Long, reason: DeadLetter.Reason): Boolean =
    val loss = questions.takeOne(QuestionTable.Key(asker.incarnation, answer))
    if loss != null then Questions.lost(loss.question, loss.receiver, reason)
    loss != null

  def questionFailed(asker: NodeIdentity, answer: Long, cause: Throwable): Unit =
    val loss = questions.takeOne(QuestionTable.Key(asker.incarnation, answer))
    if loss != null then Questions.failed(loss.question, loss.receiver, cause)

  /** Questions that were sent and have no answer. */
  def pendingQuestions: Int = questions.size

  /** Requests that were sent and have no reply. */
  def pendingRequests: Int = requests.size

  def lost(answer: RemoteActor, reason: DeadLetter.Reason): Unit =
    reportLost(answer.node.identity, answer.number, reason)

  /** Reports the loss of a question that came in this session. */
  def reportLost(asker: NodeIdentity, answer: Long, reason: DeadLetter.Reason): Unit =
    val to = address(asker, answer)
    signal(orderOf(to), Control.Lost(to, Reasons.toWire(reason)))

  def failed(answer: RemoteActor, cause: Throwable): Unit =
    val to = address(answer.node.identity, answer.number)
    signal(orderOf(to), Control.Failed(to, Reasons.toWire(cause)))

  /** Whose order a record about an answer keeps: that of the answer itself, if it goes to the reading end. */
  def orderOf(answer: WireAddress): Long = if answer.node == reader then answer.number else noReceiver

  // --- signals and requests --------------------------------------------------------------------------------

  /** A signal whose order does not matter. */
  def tell(control: Control): Unit = signal(noReceiver, control)

  /** @param receiver whose order it keeps; -1: none */
  def signal(receiver: Long, control: Control): Unit =
    if !overfull then
      queue.addSignal(receiver, RecordFormat.write(control)) match
        case SendQueue.Added.Queued => wake()
        case SendQueue.Added.Closed => ()
        case SendQueue.Added.Full => closeLosing(s"more than $maxSignalBytes bytes of signals wait for it")
        case SendQueue.Added.TooLarge =>
          closeLosing(s"of a ${control.productPrefix}, ${tooLargeFor(RecordFormat.write(control).length)}")

  /** A signal is lost: so is the session, since links and monitors of both ends would differ. */
  private def closeLosing(reason: String): Unit =
    overfull = true
    context.log(Level.WARNING, s"the session with node ${peer.name} is closed: $reason")
    if abandon(this) then close(reason)
    else
      val to = carrier
      if to != null then to.close(SessionEnd.Lost(reason))

  def watch(actor: RemoteActor, monitor: Monitor): Unit =
    val number = watched.make(monitor)
    if number == 0 then monitor.tell(ExitReason.NodeLost(peer.name))
    else
      signal(actor.number, Control.Monitor(number, actor.number, watcherOf(monitor)))

  /** The number of the actor that watches; [[NodeSession.noReceiver]] if none does. */
  def watcherOf(monitor: Monitor): Long =
    val by = monitor.watcher
    if by == null then noReceiver else address(by, null).number

  def unwatch(actor: RemoteActor, monitor: Monitor): Unit =
    watched.forget(List(monitor)).foreach: number =>
      signal(actor.number, Control.Demonitor(number, actor.number))

  /** A number for a request; see [[request]]. */
  def nextRequest(): Long = requestNumbers.incrementAndGet()

  /** Sends a request with its number; `act` receives the reply, or the reason why there will be none. */
  def request(number: Long, control: Control)(act: Either[String, Control] => Unit): Unit =
    val request = new Request(act)
    requests.put(number, request): Unit
    val record = RecordFormat.write(control)
    val refusal =
      if record.length > context.config.maxMessage then
        Some(s"a request of ${record.length} bytes exceeds maxMessage = ${context.config.maxMessage}")
      else if overfull then Some("the session with it is closed")
      else
        queue.addMessage(noReceiver, record, Unsent(null, control, Nil, Nil)) match
          case SendQueue.Added.Queued =>
            wake()
            None
          case SendQueue.Added.Full => Some(s"maxUnsentBytes = ${context.config.maxUnsentBytes} wait for it")
          case SendQueue.Added.TooLarge =>
            control match
              case _: Control.Spawn =>
                refuse(control, tooLargeFor(record.length))
                None
              case _ => Some(tooLargeFor(record.length))
          case SendQueue.Added.Closed => Some("the session with it is closed")
    refusal.foreach(reason => if requests.remove(number, request) then act(Left(reason)))
  end request

  def reply(number: Long, control: Control): Unit =
    val request = requests.remove(number)
    if request != null then request.act(Right(control))

  // --- the end ---------------------------------------------------------------------------------------------

  /** Notifies all that depend on the session. Once. */
  def close(reason: String): Unit =
    finish()
    queue.close().foreach(lose(_, DeadLetter.Reason.Unreachable))
    val waits = room
    if waits != null then waits.freed(isEmpty = true)
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
    context.exports.closed(written)
    questions.takeAll().foreach: loss =>
      Questions.lost(loss.question, loss.receiver, DeadLetter.Reason.Unreachable)
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
  private val keptBytes = 8 << 10

  private final case class Type(schema: Schema, name: String) derives CanEqual

  private final class KnownType(val protocol: Pickler[?], val index: Int)

  /** @param to null: a request, which is in a table of its own
    * @param adapted numbers of addresses in the message that `contramap` has made
    */
  private final class Unsent(
      val to: SendTarget[?] | Null,
      val message: Any,
      val asked: List[Asked],
      val adapted: List[Long]
  )

  /** A question in a message.
    *
    * @param question the address for the answer
    */
  private final class Asked(val key: QuestionTable.Key, val address: WireAddress, val question: ActorRef[?])
  private final class Request(val act: Either[String, Control] => Unit)
end NodeSession
