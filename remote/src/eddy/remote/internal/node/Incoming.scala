package eddy.remote.internal.node

import eddy.actor.spi.remote.{Arrival, Questions}
import eddy.actor.{ActorRef, ActorSystem, DeadLetter, ExitReason, Monitor}
import eddy.remote.internal.address.*
import eddy.remote.internal.cluster.SharedSets
import eddy.remote.internal.record.*
import eddy.remote.internal.wire.AddressReader
import eddy.remote.spi.{NodeAddress, NodeIdentity, TransportSession}
import eddy.remote.{PickleInput, PickleReader, Schema, Spawnable, UnreadMessage}

import java.util.concurrent.{ConcurrentHashMap, RejectedExecutionException}
import scala.util.control.NonFatal

/** The receiving half of a session. The transport calls it, by one thread at a time. It waits for nothing but
  * a read that has begun, at the end of the session and when too much waits. Workers of the engine read large
  * messages, so what messages need may be used by any thread.
  *
  * @param carrier what the transport calls the session
  * @param nodeOf another node, by its identity
  * @param meet the other node knows a third one
  */
private[remote] final class Incoming(
    context: NodeContext,
    session: NodeSession,
    carrier: TransportSession,
    other: OtherNode,
    nodeOf: NodeIdentity => OtherNode,
    meet: NodeIdentity => Unit
):
  // the tables of the stream that the other end writes
  @volatile private var types = Vector.empty[MessageType]
  private val nodes = new ConcurrentHashMap[Int, OtherNode]()
  @volatile private var names = Vector.empty[String]
  private val assembly =
    Assembly(context.config.maxMessage, context.config.assemblingBytes)
  private val lanes = ReadLanes(
    context.config.assemblingBytes,
    submit(_),
    task => carrier.execute(() => Arrival.unslowed(guarded(task.run()))),
    context.system.engine.platform.await(_)
  )

  // of an engine that was shut down, no worker comes: its actors have terminated
  private def submit(task: Runnable): Unit =
    try context.system.engine.execute(task)
    catch case _: RejectedExecutionException => task.run()

  def receive(frame: Array[Byte]): Unit = guarded(handle(frame))

  /** The session ends: nothing follows. */
  def finish(): Unit =
    try lanes.finish()
    // whatever it is, others must learn of the end
    catch case cause: Throwable => failed(cause)

  private inline def guarded(inline act: Unit): Unit =
    try act
    catch
      // not the other node's fault: the record is lost, the session is not
      case NonFatal(cause) => failed(cause)

  private def failed(cause: Throwable): Unit =
    context.system.engine.report(cause, s"what node ${session.peer.name} sent to node ${context.me.name}")

  private def handle(bytes: Array[Byte]): Unit = RecordFormat.read(bytes, input) match
    case Left(unreadable) => session.violated(unreadable.toString)
    case Right(message: Record.Message) =>
      if lanes.isEmpty then handle(message, input)
      else
        val order = RecordFormat.orderOf(message.receiver, message.isNamed)
        lanes.follow(order, bytes.length)(() => guarded(handle(message, input)))
    case Right(piece: Record.Piece) =>
      assembly.add(piece) match
        case Left(reason) => session.violated(reason)
        case Right(whole) => if whole != null then assembled(whole)
    case Right(Record.Other(control)) =>
      if lanes.isEmpty then handle(control)
      else lanes.follow(orderOf(control), bytes.length)(() => guarded(handle(control)))

  private def assembled(whole: Assembly.Whole): Unit =
    val first = whole.first
    RecordFormat.orderOf(first.bytes, first.from) match
      case Some(order) =>
        lanes.read(order, whole.length)(() => Arrival.unslowed(guarded(handleLarge(whole.toArray))))
      case None => handleLarge(whole.toArray)

  private def handleLarge(bytes: Array[Byte]): Unit = RecordFormat.read(bytes) match
    case Left(unreadable) => session.violated(unreadable.toString)
    case Right(message: Record.Message) => handle(message, reading())
    case Right(_: Record.Piece) => session.violated("a piece of a piece")
    case Right(Record.Other(control)) =>
      lanes.follow(orderOf(control), bytes.length)(() => guarded(handle(control)))

  /** The receiver whose order the other end keeps with it; see [[NodeSession.signal]]. */
  private def orderOf(control: Control): Long = control match
    case Control.Linked(_, _, to) => to
    case Control.Unlinked(_, _, to) => to
    case Control.Exit(_, to, _, _, _) => to
    case Control.Monitor(_, to, _) => to
    case Control.Down(number, _) =>
      val monitor = session.watched.find(number)
      if monitor == null then NodeSession.noReceiver else session.watcherOf(monitor)
    case Control.Demonitor(_, to) => to
    case Control.Released(receiver, _) => receiver
    case Control.Lost(answer, _) => session.orderOf(answer)
    case Control.Failed(answer, _) => session.orderOf(answer)
    case _ => NodeSession.noReceiver

  // --- messages --------------------------------------------------------------------------------------------

  private def handle(message: Record.Message, in: PickleInput): Unit =
    other.counters.received.increment()
    other.forget()
    val known = typeAt(message.typeIndex)
    val by = message.sender
    if by != null && !isKnown(by) || !message.answers.forall(isKnown) then
      session.violated("a message names a node that was not announced")
    else if known == null then
      session.violated(s"a message has type ${message.typeIndex}, which was not announced")
    else if message.isNamed then toName(message, known, in)
    else
      val receiver = context.exports.find(message.receiver)
      if receiver == null then
        session.signal(NodeSession.noReceiver, Control.Gone(message.receiver))
        lose(
          message,
          context.local(message.receiver),
          "its receiver has terminated",
          DeadLetter.Reason.Terminated
        )
      else deliver(message, receiver.ref, known.readerFor(receiver), in)
  end handle

  private def typeAt(index: Int): MessageType | Null =
    val known = types
    if index >= 0 && index < known.size then known(index) else null

  private def toName(message: Record.Message, known: MessageType, in: PickleInput): Unit =
    if message.receiver < 0 || message.receiver >= names.size then
      session.violated(s"name ${message.receiver} was not announced")
    else
      val name = names(message.receiver.toInt)
      context.registered(name) match
        case null =>
          lose(message, context.missing(name), "no actor has the name", DeadLetter.Reason.Terminated)
        case holder => deliver(message, holder.ref, known.readerBy(holder.protocol), in)

  private def deliver(
      message: Record.Message,
      to: ActorRef[?],
      reader: Either[String, PickleReader[?]],
      in: PickleInput
  ): Unit =
    reader match
      case Left(reason) => unreadable(message, to, reason)
      case Right(reader) =>
        in.restart(message.bytes, message.from, message.bytes.length)
        val read = PickleReader.attempt(in)(reader.readFrom(in): Any)
        // or the last message would live until the next one comes
        in.restart(RecordFormat.noBytes, 0, 0)
        read match
          case Left(why) => unreadable(message, to, why.toString)
          case Right(value) =>
            val by = message.sender
            val sender = if by == null then null else refOf(by, null).asInstanceOf[ActorRef[Nothing]]
            Arrival.deliver(context.system, to, value.asInstanceOf[AnyRef], sender, message.context): Unit

  private def lose(message: Record.Message, to: ActorRef[?], why: String, reason: DeadLetter.Reason): Unit =
    message.answers.foreach(answer =>
      withNode(answer)(session.reportLost(identityOf(answer), answer.number, reason))
    )
    Arrival.lose(context.system, UnreadMessage(why, message.bytes.length - message.from), to, reason)

  private def unreadable(message: Record.Message, to: ActorRef[?], why: String): Unit =
    lose(message, to, why, DeadLetter.Reason.Unreadable)
    // an answer: who asked need not wait for another one
    if !message.isNamed && Exports.isAnswer(message.receiver) &&
      !session.questionLost(context.me, message.receiver, DeadLetter.Reason.Unreadable)
    then Questions.lost(to, Questions.askedOf(to), DeadLetter.Reason.Unreadable)

  private val addresses: AddressReader = (protocol, in) =>
    val address = RecordFormat.readAddress(in)
    if !isKnown(address) then in.fail(s"node ${address.node} was not announced")
    refOf(address, protocol, isFirst = !in.isAgain)

  private def reading(): PickleInput =
    val in = PickleInput(RecordFormat.noBytes, 0, 0)
    in.addresses = addresses
    in

  // of the thread of the connection: one is made for each large message, and none for small ones
  private val input = reading()

  /** As the other end writes it.
    *
    * @param isFirst these bytes were not read before
    */
  private def refOf(
      address: WireAddress,
      protocol: PickleReader[?] | Null,
      isFirst: Boolean = true
  ): ActorRef[?] = address.node match
    case NodeSession.writer =>
      if isFirst && Exports.isAdapted(address.number) then other.received(address.number, protocol)
      else addressAt(other, address.number, protocol)
    case NodeSession.reader => context.local(address.number)
    case third => addressAt(nodes.get(third).nn, address.number, protocol)

  private def addressAt(node: OtherNode, number: Long, protocol: PickleReader[?] | Null): ActorRef[?] =
    if Exports.isAnswer(number) then node.answer(number, protocol, session)
    else node.address(number, protocol)

  /** The node of an address that the other end writes. */
  private def identityOf(address: WireAddress): NodeIdentity = address.node match
    case NodeSession.writer => session.peer
    case NodeSession.reader => context.me
    case third => nodes.get(third).nn.identity

  // --- other records ---------------------------------------------------------------------------------------

  private def handle(control: Control): Unit = control match
    case Control.TypeEntry(index, name, bytes) =>
      Schema.read(bytes) match
        case Left(unreadable) => session.violated(s"a schema: $unreadable")
        case Right(schema) =>
          if index != types.size then
            session.violated(s"type $index was announced after type ${types.size - 1}")
          else types :+= MessageType(schema, name)
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
    case Control.NameEntry(index, name) =>
      if index != names.size then session.violated(s"name $index was announced out of order")
      else names :+= name
    case Control.Linked(number, from, to) =>
      withNode(from)(linked(-number, refOf(from, null), to))
    case Control.Unlinked(numbers, from, to) =>
      withNode(from):
        val ended = session.links.remove(numbers.map(-_))
        if ended.nonEmpty then Arrival.unlink(ended.head.local, ended.head.remote, ended.map(_.link))
    case Control.Exit(from, to, reason, numbers, inTurn) =>
      val ended = session.links.remove(numbers.map(-_))
      if ended.nonEmpty then
        Arrival.exit(ended.head.local, ended.head.remote, Reasons.fromWire(reason), ended.map(_.link), inTurn)
      // otherwise these links ended meanwhile
      else if numbers.isEmpty then
        val receiver = context.exports.find(to)
        if receiver == null then session.signal(NodeSession.noReceiver, Control.Gone(to))
        else
          val by =
            from.filter(isKnown).map(refOf(_, null))
          Arrival.exit(receiver.ref, by.getOrElse(receiver.ref), Reasons.fromWire(reason), Nil, inTurn)
    case Control.Kill(to) =>
      val receiver = context.exports.find(to)
      if receiver == null then session.signal(NodeSession.noReceiver, Control.Gone(to))
      else receiver.ref.kill()
    case Control.Monitor(number, to, watcher) => monitor(number, to, watcher)
    case Control.Demonitor(number, _) =>
      session.watching.remove(List(number)).foreach(monitor => monitor.cancel(): Unit)
    case Control.Down(number, reason) =>
      session.watched.remove(List(number)).foreach(_.tell(Reasons.fromWire(reason)))
    case Control.Gone(number) => other.gone(number)
    case Control.Released(number, times) =>
      if times < 1 then session.violated(s"it released an address that it has received $times times")
      else context.exports.released(number, times, session.written)
    case Control.Lost(answer, reason) => withNode(answer):
        session.questionLost(identityOf(answer), answer.number, Reasons.fromWire(reason)): Unit
    case Control.Failed(answer, failure) => withNode(answer):
        session.questionFailed(identityOf(answer), answer.number, Reasons.fromWire(failure))
    case Control.Find(request, name, index) => withType(index)(found(request, name, _))
    case asked: Control.Spawn =>
      withType(asked.typeIndex)(protocol => withType(asked.argumentType)(spawn(asked, protocol, _)))
    case Control.Members(group, index, receiver, joined, left) => withType(index): messages =>
        val change = SharedSets.Change(group, index, receiver, joined, left)
        context.groups.changed(session, other, messages.schema, change)
    case Control.Channels(bus, arePatterns, index, receiver, added, removed) => withType(index): messages =>
        val change = SharedSets.Change(bus, index, receiver, added, removed)
        val sets = if arePatterns then context.patterns else context.channels
        sets.changed(session, other, messages.schema, change)
    case Control.Candidates(singleton, index, receiver, added, removed) => withType(index): messages =>
        val change = SharedSets.Change(singleton, index, receiver, added, removed)
        context.singletons.changed(session, other, messages.schema, change)
    case Control.Known(all) =>
      all.foreach: known =>
        meet(NodeIdentity(
          known.name,
          context.me.cluster,
          known.incarnation,
          known.addresses.map(NodeAddress(_))
        ))
    case Control.Found(request, _) => session.reply(request, control)
    case Control.Unfit(request, _) => session.reply(request, control)
    case Control.Spawned(request, _) => session.reply(request, control)
    case Control.Refused(request, _, _) => session.reply(request, control)

  private def withNode(address: WireAddress)(act: => Unit): Unit =
    if isKnown(address) then act else session.violated(s"node ${address.node} was not announced")

  private def isKnown(address: WireAddress) = address.node match
    case NodeSession.writer | NodeSession.reader => true
    case third => nodes.containsKey(third)

  private def withType(index: Int)(act: MessageType => Unit): Unit =
    val known = typeAt(index)
    if known == null then session.violated(s"type $index was not announced") else act(known)

  private def linked(number: Long, from: ActorRef[?], to: Long): Unit =
    val receiver = context.exports.find(to)
    if receiver == null then refuseLink(number, from, to)
    else
      val link = Arrival.newLink(from)
      // before the receiver knows the link: it may terminate at once, and its exit names the number
      if session.links.enter(number, LinkEntry(link, receiver.ref, from)) && !Arrival.link(receiver.ref, link)
      then
        session.links.forget(List(link)): Unit
        refuseLink(number, from, to)

  private def refuseLink(number: Long, from: ActorRef[?], to: Long): Unit = from match
    case far: FarAddress[?] =>
      val by = Some(WireAddress(NodeSession.writer, to))
      session.signal(
        far.actor.number,
        Control.Exit(by, far.actor.number, WireReason.NoActor, List(number), inTurn = false)
      )
    case _ => ()

  private def monitor(number: Long, to: Long, watcher: Long): Unit =
    val receiver = context.exports.find(to)
    if receiver == null then session.signal(watcher, Control.Down(number, WireReason.NoActor))
    else
      val monitor = watching(number, receiver.ref, watcher)
      if session.watching.enter(number, monitor) then
        // a question ends with its answer
        if Exports.isAnswer(to) then
          Questions.whenOver(receiver.ref)(() => monitor.tell(ExitReason.NoActor)): Unit
        else receiver.ref.addMonitor(monitor)

  /** Notifies the other end. The notice follows the messages that the watching actor was sent before. */
  private def watching(number: Long, ref: ActorRef[?], watcher: Long): Monitor = new Monitor(
    ref,
    reason =>
      session.watching.remove(List(number)): Unit
      session.signal(watcher, Control.Down(number, Reasons.toWire(reason)))
  )

  // --- requests --------------------------------------------------------------------------------------------

  private def found(request: Long, name: String, messages: MessageType): Unit =
    val answer = context.registered(name) match
      case null => Control.Found(request, None)
      case known =>
        messages.readerBy(known.protocol) match
          case Left(reason) => Control.Unfit(request, reason)
          case Right(_) => Control.Found(request, Some(context.exports.of(known.ref, known.protocol).number))
    reply(answer)

  private def spawn(asked: Control.Spawn, messages: MessageType, arguments: MessageType): Unit =
    context.offer(asked.name) match
      case None =>
        val offers = context.offers.map(o => s"\"$o\"").mkString(", ")
        reply(Control.Refused(asked.request, 0, s"it offers $offers"))
      case Some(offer) =>
        val fits =
          for
            _ <- messages.readerBy(offer.protocol)
            reader <- arguments.readerBy(offer.argument)
            value <- readArgument(reader, asked.argument)
          yield value
        fits match
          case Left(reason) => reply(Control.Unfit(asked.request, reason))
          case Right(value) => start(asked, offer.asInstanceOf[Spawnable[Any, Any]], value)

  private def reply(control: Control): Unit = session.signal(NodeSession.noReceiver, control)

  private def readArgument(reader: PickleReader[?], bytes: Array[Byte]): Either[String, Any] =
    val in = reading()
    in.restart(bytes, 0, bytes.length)
    PickleReader.attempt(in)(reader.readFrom(in): Any).left.map(_.toString)

  private def start(asked: Control.Spawn, offer: Spawnable[Any, Any], argument: Any): Unit =
    given ActorSystem = context.system
    try
      if asked.link == 0 && asked.monitor == 0 then
        reply(Control.Spawned(
          asked.request,
          context.exports.of(offer.start(argument), offer.protocol).number
        ))
      else
        offer.start(argument, tied(asked, offer, _)): Unit
    catch case NonFatal(cause) => reply(Control.Refused(asked.request, 1, Reasons.text(cause)))

  /** Before it begins. The reply precedes the notice of its end. */
  private def tied(asked: Control.Spawn, offer: Spawnable[Any, Any], started: ActorRef[Any]): Unit =
    val number = context.exports.of(started, offer.protocol).number
    // in the order of the notice
    session.signal(asked.by, Control.Spawned(asked.request, number))
    if asked.link != 0 then linked(-asked.link, other.address(asked.by, null), number)
    if asked.monitor != 0 then monitor(asked.monitor, number, asked.by)
end Incoming
