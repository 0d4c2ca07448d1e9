package eddy.push.internal

import eddy.inference.Inference
import eddy.push.*
import eddy.state.LockPolicy
import eddy.state.spi.HandlerRunner

import scala.concurrent.{ExecutionContext, Future, Promise}

/** The channels of a node, put together. Any thread; nothing blocks. */
private[push] final class ChannelHub(val node: Node) extends Hub:
  private given ExecutionContext = ExecutionContext.parasitic

  // unchecked: both only keep the reference
  val attendance: Presence = Presence(node, tell(_, _): @unchecked)
  val table: ChannelTable = ChannelTable(node, attendance)
  val connections: Connections = Connections()
  val control: Control = Control(node, connections)
  val revocations: Revocations = Revocations(node, connections)
  val runner: HandlerRunner = HandlerRunner(node.system.engine, node.config.locks)
  // written under this, so that nothing begins once it has ended
  @volatile private var closed = false
  private val ended = Promise[Nothing]()

  /** Refuses a handler of server code that no lock can protect.
    * @throws eddy.state.UnprotectedStateException with the line and what to use instead
    */
  def protects(callback: AnyRef): Unit =
    if runner.policy != LockPolicy.Unprotected then Inference.protect(callback): Unit

  /** Starts the mediator when `after` is done, unless the node has ended by then. Done when the mediator has
    * answered; fails when the node ends before it was to start.
    */
  def start(after: Future[Unit]): Future[Unit] =
    Future.firstCompletedOf(Seq(after, ended.future)).flatMap(_ => unlessClosed(begin())).map: _ =>
      // it may have answered while the node ended
      unlessClosed:
        control.take()
        revocations.start()
        attendance.start()

  private def begin(): Future[Unit] =
    // not by the deadline: it may come up late
    try node.mediator.start(node)
    catch case failure: Exception => Future.failed(failure)

  private def unlessClosed[A](go: => A): A = synchronized:
    if isClosed then throw ChannelHub.closedBefore()
    go

  override def isClosed: Boolean = closed

  /** Once: an ended subscription answers no second request to end. */
  def close(): Future[Unit] = closing
  private lazy val closing: Future[Unit] =
    synchronized:
      closed = true
    ended.tryFailure(ChannelHub.closedBefore()): Unit
    val ends = table.all.map: live =>
      val done = Promise[Unit]()
      live.tell(ChannelEvent.End(UnsubscribeCode.Insufficient, done))
      // its last subscriber may just have gone
      val _ = done.completeWith(live.isGone)
      node.deadline(s"ending channel ${live.name}")(done.future)
    for
      _ <- Future.sequence(ends).recover(_ => Vector.empty)
      _ <- attendance.close()
      _ <- control.close()
      _ <- revocations.close()
      _ <- node.deadline("closing")(node.mediator.close())
    yield ()

  def namespace(channel: String): Either[PushError, Namespace] = node.namespaces.find(channel).left.map(_(0))

  def subscribe(
      channel: String,
      subscriber: Subscriber,
      who: ClientInfo | Null,
      recover: Option[Position],
      joins: Boolean
  ): Future[Subscribed] = checked(channel): namespace =>
    val live = table.lease(channel, namespace)
    if live == null then
      val most = s"${node.config.maxChannels} channels (ChannelsConfig.maxChannels)"
      refuse(
        PushError.TooManyRequests,
        s"no room for $channel: there are $most with subscribers on this node"
      )
    else
      val answer = Promise[Subscribed]()
      val wants = joins && namespace.joinLeave
      live.tell(ChannelEvent.Subscribe(subscriber, who, recover, wants, answer))
      answer.future

  /** As [[eddy.push.Channels.send]]. */
  def send(user: String, client: String, data: Json): Future[Unit] =
    sendable(data, 0, s"user \"$user\"")(control.send(Control.Command.Message(user, client, data)))

  private def sendable[A](data: Json, tagBytes: Int, to: String)(send: => Future[A]): Future[A] =
    val most = node.config.maxDataBytes
    if data.isEmpty then refuse(PushError.BadRequest, s"no data for $to: give JSON")
    else if data.length + tagBytes > most then
      val length = s"${data.length} bytes, and $tagBytes of tags, for $to"
      refuse(PushError.LimitExceeded, s"$length: at most $most (ChannelsConfig.maxDataBytes)")
    else send

  def unsubscribe(channel: String, subscriber: Subscriber): Unit =
    tell(channel, ChannelEvent.Unsubscribe(subscriber))

  def publish(
      channel: String,
      data: Json,
      by: Option[ClientInfo],
      options: PublishOptions
  ): Future[Published] = checked(channel): _ =>
    if ChannelNames.isPattern(channel) then
      refuse(PushError.BadRequest, s"\"$channel\" is a pattern: publish to a channel")
    else if options.tags.sizeIs > MessageCodec.MaxTags then
      refuse(
        PushError.LimitExceeded,
        s"${options.tags.size} tags for $channel: at most ${MessageCodec.MaxTags}"
      )
    else
      sendable(data, options.tagBytes, channel):
        val now = System.currentTimeMillis
        val message = Message(data, by, options.tags, options.key, now, node.id, node.system.engine.nanoTime)
        val sent = node.deadline(s"publishing to $channel")(node.mediator.publish(channel, message))
        count(sent)
        val live = table.get(channel)
        if live == null || !live.slows then sent
        else sent.flatMap(published => live.passed.map(_ => published))

  private def count(sent: Future[Published]): Unit = sent.foreach: published =>
    (if published.duplicate then node.stats.repeated else node.stats.published).increment()

  def history(channel: String, query: HistoryQuery): Future[HistoryPage] = checked(channel): namespace =>
    if namespace.history == 0 || ChannelNames.isPattern(channel) then
      refuse(PushError.NotAvailable, s"channel $channel keeps no history: see Namespace.history")
    else
      def read(query: HistoryQuery) =
        node.deadline(s"reading the history of $channel")(node.mediator.read(channel, query))
      query.after match
        // of the epoch of now, whichever that is
        case Some(after) if after.epoch.isEmpty =>
          read(HistoryQuery(limit = 0)).flatMap: page =>
            read(query.copy(after = Some(after.copy(epoch = page.top.epoch))))
        case _ => read(query)

  def forget(channel: String): Future[Unit] = checked(channel): _ =>
    node.deadline(s"forgetting the history of $channel")(node.mediator.forget(channel))

  def presence(channel: String): Future[Vector[ClientInfo]] = withPresence(channel)(attendance.of(channel))

  override def presenceCount(channel: String): Future[PresenceCount] =
    withPresence(channel)(attendance.count(channel))

  private def withPresence[A](channel: String)(ask: => Future[A]): Future[A] = checked(channel): namespace =>
    if namespace.presence then ask
    else refuse(PushError.NotAvailable, s"the subscribers of $channel are not known: see Namespace.presence")

  def slow(channel: String, subscriber: Subscriber, full: Boolean): Unit =
    val live = table.get(channel)
    if live != null then live.holds.set(subscriber, full)

  def hooks(label: AnyRef): HookCalls = HookCalls(runner, node.config.hooks, label)

  def connected(connection: Connection): Unit = connections.add(connection)
  def disconnected(connection: Connection): Unit = connections.remove(connection)
  def isRevoked(by: Credential): Boolean = revocations.isRevoked(by)
  def refused(error: PushError): Unit = node.stats.refused(error)

  def isActive(channel: String): Boolean = table.get(channel) != null

  private def tell(channel: String, event: ChannelEvent): Unit =
    val live = table.get(channel)
    if live != null then live.tell(event)

  private def checked[A](channel: String)(go: Namespace => Future[A]): Future[A] =
    if isClosed then refuse(PushError.NotAvailable, "the channels were closed")
    else
      node.namespaces.find(channel) match
        case Left((error, why)) => refuse(error, why)
        case Right(namespace) => go(namespace)

  private def refuse(error: PushError, why: String): Future[Nothing] =
    Future.failed(PushException(error, why))
end ChannelHub

private[push] object ChannelHub:
  private def closedBefore() =
    PushException(PushError.NotAvailable, "the channels were closed before they had begun")
