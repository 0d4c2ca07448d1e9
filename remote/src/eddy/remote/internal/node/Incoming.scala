package eddy.remote.internal.node

import eddy.actor.spi.remote.Arrival
import eddy.actor.{ActorRef, DeadLetter, ExitReason, Monitor}
import eddy.remote.internal.address.*
import eddy.remote.internal.record.*
import eddy.remote.internal.wire.AddressReader
import eddy.remote.spi.{NodeAddress, NodeIdentity}
import eddy.remote.{PickleInput, PickleReader, Schema, Spawnable, UnreadMessage}

import java.util.HashMap
import scala.util.control.NonFatal

/** The receiving half of a session. The transport calls it, by one thread at a time; it never waits.
  *
  * @param nodeOf another node, by its identity
  */
private[remote] final class Incoming(
    context: NodeContext,
    session: NodeSession,
    other: OtherNode,
    nodeOf: NodeIdentity => OtherNode
):
  // the tables of the stream that the other end writes
  private val types = new HashMap[Int, MessageType]()
  private val nodes = new HashMap[Int, OtherNode]()
  private val assembly =
    Assembly(context.config.maxMessage, context.config.maxAssembling)

  def receive(frame: Array[Byte]): Unit =
    try handle(frame)
    catch
      // not the other node's fault: the record is lost, the session is not
      case NonFatal(cause) =>
        context.system.engine.report(cause, s"what node ${session.peer.name} sent to node ${context.me.name}")

  private def handle(bytes: Array[Byte]): Unit = RecordFormat.read(bytes) match
    case Left(unreadable) => session.violated(unreadable.toString)
    case Right(message: Record.Message) => handle(message)
    case Right(piece: Record.Piece) =>
      assembly.add(piece) match
        case Left(reason) => session.violated(reason)
        case Right(whole) => if whole != null then assembled(whole)
    case Right(Record.Other(control)) => handle(control)

  private def assembled(bytes: Array[Byte]): Unit = RecordFormat.read(bytes) match
    case Right(_: Record.Piece) => session.violated("a piece of a piece")
    case _ => handle(bytes)

  // --- messages --------------------------------------------------------------------------------------------

  private def handle(message: Record.Message): Unit =
    val receiver = context.exports.find(message.receiver)
    val known = types.get(message.typeIndex)
    if known == null then
      session.violated(s"a message has type ${message.typeIndex}, which was not announced")
    else if receiver == null then
      session.signal(NodeSession.noReceiver, Control.Gone(message.receiver))
      lose(message, context.local(message.receiver), "its receiver has terminated", DeadLetter.Reason.Ended)
    else
      known.readerFor(receiver) match
        case Left(reason) => lose(message, receiver.ref, reason, DeadLetter.Reason.Unreadable)
        case Right(reader) =>
          val in = PickleInput(message.bytes, message.from, message.bytes.length)
          in.addresses = addresses
          PickleReader.attempt(in)(reader.readFrom(in)) match
            case Left(unreadable) =>
              lose(message, receiver.ref, unreadable.toString, DeadLetter.Reason.Unreadable)
            case Right(value) =>
              val by = message.sender
              val sender = if by == null then null else refOf(by, null).asInstanceOf[ActorRef[Nothing]]
              Arrival.deliver(receiver.ref, value.asInstanceOf[AnyRef], sender): Unit
  end handle

  private def lose(message: Record.Message, to: ActorRef[?], why: String, reason: DeadLetter.Reason): Unit =
    message.answers.foreach: answer =>
      session.signal(NodeSession.noReceiver, Control.Lost(answer, Reasons.toWire(reason)))
    Arrival.lose(context.system, UnreadMessage(why, message.bytes.length - message.from), to, reason)

  private val addresses: AddressReader = (protocol, in) =>
    val address = RecordFormat.readAddress(in)
    if address.node >= NodeSession.firstNode && !nodes.containsKey(address.node) then
      in.fail(s"node ${address.node} was not announced")
    refOf(address, protocol)

  /** As the other end writes it. */
  private def refOf(address: WireAddress, protocol: PickleReader[?] | Null): ActorRef[?] = address.node match
    case NodeSession.writer => other.address(address.number, protocol)
    case NodeSession.reader => context.local(address.number)
    case third => nodes.get(third).nn.address(address.number, protocol)

  // --- other records ---------------------------------------------------------------------------------------

  private def handle(control: Control): Unit = control match
    case Control.TypeEntry(index, name, bytes) =>
      Schema.read(bytes) match
        case Left(unreadable) => session.violated(s"a schema: $unreadable")
        case Right(schema) =>
          if index != types.size then
            session.violated(s"type $index was announced after type ${types.size - 1}")
          else types.put(index, MessageType(schema, name)): Unit
    case Control.NodeEntry(index, name, incarnation, where) =>
      if index != nodes.size + NodeSession.firstNode then
        session.violated(s"node $index was announced out of order")
      else
        val identity = NodeIdentity(name, context.me.cluster, incarnation, where.map(NodeAddress(_)))
        nodes.put(index, nodeOf(identity)): Unit
    case Control.Limits(maxRecord, maxAssembling) =>
      if maxRecord < 1 || maxAssembling < maxRecord then
        session.violated(s"it accepts records of $maxRecord bytes, and $maxAssembling bytes of them")
      else session.limit(maxRecord, maxAssembling)
    case Control.Linked(number, from, to) =>
      withNode(from)(linked(-number, refOf(from, null), to))
    case Control.Unlinked(numbers, from, to) =>
      withNode(from):
        val ended = session.links.forgetNumbers(numbers.map(-_))
        if ended.nonEmpty then Arrival.unlink(ended.head.local, ended.head.remote, ended.map(_.link))
    case Control.Exit(from, to, reason, numbers, inTurn) =>
      val ended = session.links.forgetNumbers(numbers.map(-_))
      if ended.nonEmpty then
        Arrival.exit(ended.head.local, ended.head.remote, Reasons.fromWire(reason), ended.map(_.link), inTurn)
      // otherwise these links ended meanwhile
      else if numbers.isEmpty then
        val receiver = context.exports.find(to)
        if receiver == null then session.signal(NodeSession.noReceiver, Control.Gone(to))
        else
          val by =
            from.filter(a => a.node < NodeSession.firstNode || nodes.containsKey(a.node)).map(refOf(_, null))
          Arrival.exit(receiver.ref, by.getOrElse(receiver.ref), Reasons.fromWire(reason), Nil, inTurn)
    case Control.Kill(to) =>
      val receiver = context.exports.find(to)
      if receiver == null then session.signal(NodeSession.noReceiver, Control.Gone(to))
      else receiver.ref.kill()
    case Control.Monitor(number, to) => monitor(number, to)
    case Control.Demonitor(number) =>
      val monitor = session.watching.remove(number)
      if monitor != null then monitor.cancel(): Unit
    case Control.Down(number, reason) =>
      val monitor = session.watched.remove(number)
      if monitor != null then monitor.tell(Reasons.fromWire(reason))
    case Control.Gone(number) => other.gone(number)
    case Control.Lost(answer, reason) => session.questionLost(answer, Reasons.fromWire(reason))
    case Control.Failed(answer, failure) => session.questionFailed(answer, Reasons.fromWire(failure))
    case Control.Find(request, name, index) => withType(index)(found(request, name, _))
    case Control.Spawn(request, name, index, argumentIndex, argument) =>
      withType(index)(protocol => withType(argumentIndex)(spawn(request, name, protocol, _, argument)))
    case Control.Found(request, _) => session.reply(request, control)
    case Control.Unfit(request, _) => session.reply(request, control)
    case Control.Spawned(request, _) => session.reply(request, control)
    case Control.Refused(request, _, _) => session.reply(request, control)

  private def withNode(address: WireAddress)(act: => Unit): Unit =
    if address.node >= NodeSession.firstNode && !nodes.containsKey(address.node) then
      session.violated(s"node ${address.node} was not announced")
    else act

  private def withType(index: Int)(act: MessageType => Unit): Unit =
    val known = types.get(index)
    if known == null then session.violated(s"type $index was not announced") else act(known)

  private def linked(number: Long, from: ActorRef[?], to: Long): Unit =
    val receiver = context.exports.find(to)
    val link = if receiver == null then null else Arrival.link(receiver.ref, from)
    if receiver == null || link == null then
      val by = Some(WireAddress(NodeSession.writer, to))
      val reason = WireReason.NoActor
      from match
        case far: FarAddress[?] =>
          session.signal(
            far.actor.number,
            Control.Exit(by, far.actor.number, reason, List(number), inTurn = false)
          )
        case _ => ()
    else if !session.links.enter(number, LinkTable.Entry(link, receiver.ref, from)) then
      Arrival.exit(receiver.ref, from, ExitReason.NodeLost(session.peer.name), List(link), inTurn = false)

  private def monitor(number: Long, to: Long): Unit =
    val receiver = context.exports.find(to)
    if receiver == null then
      session.signal(NodeSession.noReceiver, Control.Down(number, WireReason.NoActor))
    else
      val monitor = new Monitor(
        receiver.ref,
        reason =>
          session.watching.remove(number): Unit
          session.signal(to, Control.Down(number, Reasons.toWire(reason)))
      )
      if session.watching.enter(number, monitor) then receiver.ref.addMonitor(monitor)

  // --- requests --------------------------------------------------------------------------------------------

  private def found(request: Long, name: String, messages: MessageType): Unit =
    val answer = context.registered(name) match
      case null => Control.Found(request, None)
      case known =>
        messages.readerBy(known.protocol) match
          case Left(reason) => Control.Unfit(request, reason)
          case Right(_) => Control.Found(request, Some(context.exports.of(known.ref, known.protocol).number))
    session.signal(NodeSession.noReceiver, answer)

  private def spawn(
      request: Long,
      name: String,
      messages: MessageType,
      arguments: MessageType,
      argument: Array[Byte]
  ): Unit =
    val answer = context.offer(name) match
      case None =>
        Control.Refused(request, 0, s"it offers ${context.offers.map(o => s"\"$o\"").mkString(", ")}")
      case Some(offer) =>
        val fits =
          for
            _ <- messages.readerBy(offer.protocol)
            reader <- arguments.readerBy(offer.argument)
            value <- readArgument(reader, argument)
          yield value
        fits match
          case Left(reason) => Control.Unfit(request, reason)
          case Right(value) => start(request, offer.asInstanceOf[Spawnable[Any, Any]], value)
    session.signal(NodeSession.noReceiver, answer)
  end spawn

  private def readArgument(reader: PickleReader[?], bytes: Array[Byte]): Either[String, Any] =
    val in = PickleInput(bytes, 0, bytes.length)
    in.addresses = addresses
    PickleReader.attempt(in)(reader.readFrom(in): Any).left.map(_.toString)

  private def start(request: Long, offer: Spawnable[Any, Any], argument: Any): Control =
    try
      val started = offer.start(argument)(using context.system)
      Control.Spawned(request, context.exports.of(started, offer.protocol).number)
    catch case NonFatal(cause) => Control.Refused(request, 1, Reasons.text(cause))
end Incoming
