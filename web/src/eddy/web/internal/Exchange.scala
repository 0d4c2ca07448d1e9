package eddy.web.internal

import eddy.inference.AnalysisListener
import eddy.web.{Body, Standing, Trace, TracedRequest, Tracing}

import java.net.InetSocketAddress
import java.util.ArrayDeque
import java.util.concurrent.RejectedExecutionException
import java.util.concurrent.atomic.AtomicReference

import io.netty.handler.codec.http.{HttpHeaders, HttpObject, HttpRequest, HttpUtil, HttpVersion}

/** The party that has answered a request. */
private[eddy] enum Answer derives CanEqual:
  case Open

  /** The handler ended the response or began a stream. */
  case ByHandler

  /** The server did: the time was up, or the client has gone. Later calls of the handler have no effect. */
  case ByServer

/** How far a request's handler is. The worker that runs it and the I/O thread that watches its time compete
  * for the only transition.
  */
private[eddy] enum HandlerStage derives CanEqual:
  /** It waits for its body, its filters, the analysis of its code, its locks or a worker. */
  case Queued
  case Begun

  /** It did not begin in time, and never runs. */
  case GivenUp

/** How far the filters of a request are that run before its buffered body has come. */
private[eddy] enum HeadStage derives CanEqual:
  /** They have not begun; when the body has come, they run with the others. */
  case Pending
  case Running

  /** None of them has answered: the body is wanted. */
  case Passed

/** One request on its connection, and its response on the way out. */
private[eddy] final class Exchange(
    val connection: Carrier,
    val http: HttpRequest,
    val target: Target | Null,
    val matched: RouteMatch | Null
) extends AnalysisListener:
  val core: ServerCore = connection.core
  private val number = core.ids.next()

  /** Written out when it is asked for. */
  def id: String = core.ids.text(number)
  val arrivedNanos: Long = System.nanoTime

  /** Where the request's events run: the shortest queue when its handler is started. Set before `answer`
    * can be used.
    */
  @volatile var events: Events | Null = null
  val answer: AtomicReference[Answer] = AtomicReference(Answer.Open)

  private val stage = AtomicReference(HandlerStage.Queued)

  /** Claims the run of its handler, directly before it: false when the server has given it up. */
  def begins(): Boolean = stage.compareAndSet(HandlerStage.Queued, HandlerStage.Begun)

  /** Claims that its handler never runs: false when it has begun. */
  def givesUp(): Boolean = stage.compareAndSet(HandlerStage.Queued, HandlerStage.GivenUp)
  def hasBegun: Boolean = stage.get == HandlerStage.Begun
  def isGivenUp: Boolean = stage.get == HandlerStage.GivenUp

  /** The request waits for the analysis of its handler. Written by the worker that waits. */
  @volatile private var waitsForAnalysis = false
  def analysing(isOngoing: Boolean): Unit = waitsForAnalysis = isOngoing
  def isBeingAnalysed: Boolean = waitsForAnalysis

  // guarded by this for writing; most requests have none
  @volatile private var left: Filtered | Null = null

  /** What filters left. Any thread. */
  def filtered: Filtered =
    val present = left
    if present != null then present
    else
      synchronized:
        val made = if left == null then Filtered() else left.nn
        left = made
        made

  def filteredOrNull: Filtered | Null = left

  /** What any of its events may call, as it may end the response. */
  private[internal] def pendingCode: Seq[AnyRef] =
    val filtered = left
    if filtered == null then Nil else filtered.pendingCode

  /** The headers that every answer begins with. */
  def firstHeaders: HttpHeaders =
    val fresh = ResponseHeaders.fresh()
    val filtered = left
    val kept = if filtered == null then null else filtered.headers
    if kept != null then fresh.add(kept): Unit
    fresh

  // null where no proxy is trusted
  private val proxied: ProxiedClient | Null = core.config.trustedProxies match
    case Some(proxies) =>
      proxies.client(HeaderLines.of(http), connection.remoteAddress.getAddress, isConnectionSecure)
    case None => null

  private def isConnectionSecure: Boolean =
    val told = connection.told
    core.tls != null || told != null && told.isSecure

  /** The origin that its client has asked for, by trusted proxies. */
  def askedOrigin: AskedOrigin = if proxied == null then AskedOrigin.unknown else proxied.asked

  /** Its client speaks TLS, by trusted proxies as far as they say so. */
  def isSecure: Boolean = if proxied == null then isConnectionSecure else proxied.isSecure

  /** The client's address, by trusted proxies as far as they say so; then the port is 0. */
  val remoteAddress: InetSocketAddress =
    val nearest = connection.remoteAddress
    if proxied == null || proxied.address == nearest.getAddress then nearest
    else InetSocketAddress(proxied.address, 0)

  // on the I/O thread
  private var isOfClient = false

  /** It stays open, as a WebSocket or event stream does. It counts for a client's address behind a trusted
    * proxy, whose connections do not. Until it is over, or [[handsOverClient]].
    * @return false when that address has too many
    */
  def entersAsClient(): Boolean =
    val isBehindProxy = !(remoteAddress eq connection.remoteAddress)
    !isBehindProxy || isOfClient || {
      isOfClient = core.clients.enter(remoteAddress) <= core.config.limits.perAddress
      if !isOfClient then core.clients.leave(remoteAddress)
      isOfClient
    }

  /** Whether it counts there; from here on another has to count it out. */
  def handsOverClient(): Boolean =
    val counted = isOfClient
    isOfClient = false
    counted

  /** Its target for log and traces, without secrets. */
  def shownTarget: String =
    val m = matched
    if m == null then core.secretPaths.masked(http.uri)
    // what stands in the place of the parameter is secret
    else if !m.route.pattern.names.exists(core.secrets.isSecret) then core.secrets.masked(http.uri)
    else
      val query = http.uri.indexOf('?')
      m.route.label + (if query < 0 then "" else core.secrets.masked(http.uri.substring(query)))

  /** What follows it across processes; null when nothing does. */
  val trace: Trace | Null = core.config.tracing match
    case Some(tracing) =>
      val route = if matched == null then None else Some(matched.route.label)
      val nearest = connection.remoteAddress
      tracing.begin(TracedRequest.of(
        http,
        shownTarget,
        route,
        isSecure,
        remoteAddress,
        nearest,
        core.secrets
      ))
    case None => null

  /** The body of an answer that says what failed, and its status.
    * @param headers of the answer
    * @param failure thrown by a handler, if that is why
    */
  def errorBody(status: Int, detail: String, headers: HttpHeaders, failure: Throwable | Null): ErrorBody =
    val problem = Problem(status, Problem.bounded(detail), id, traceId)
    ErrorBody.of(
      core.config,
      http,
      headers,
      problem,
      failure,
      core.engine.report(_, s"the error page of $method $label (request $id)")
    )

  def traceId: String | Null = if trace == null then null else trace.id

  /** The trailer fields of its body. Set by the I/O thread before the end of the body is delivered. */
  @volatile var trailers: Seq[(String, String)] = Nil

  /** Runs its events with its trace as the present context. */
  def traced(guard: (() => Unit) => Unit): (() => Unit) => Unit =
    val followed = trace
    if followed == null then guard else event => Tracing.run(followed, () => guard(event))

  // From here on: owned by the connection's I/O thread.
  var body: BodyBuffer | Null = null
  var streamed: BodyIn | Null = null
  var refusal: Refusal | Null = null

  /** Its handler may run: the body has arrived, or will be read by the handler. */
  var ready: Boolean = false
  var started: Boolean = false
  var startedNanos: Long = 0
  var headStage: HeadStage = HeadStage.Pending

  /** So many of its filters have run before its body had come. Written by the event that runs them, and read
    * after it.
    */
  @volatile var filtersPassed: Int = 0

  /** Filters are to run before its body has come. */
  def hasHeadFilters: Boolean =
    val m = matched
    !ready && !started && refusal == null && m != null && m.route.ofHead.nonEmpty

  /** Nothing of its filters is against the body. */
  def wantsBody: Boolean = refusal == null && (headStage == HeadStage.Passed || !hasHeadFilters)

  /** It is to be started now. */
  def mayStart: Boolean = ready && !started && headStage != HeadStage.Running

  /** Filters or its handler may answer it. */
  def isUnderWay: Boolean = started || headStage == HeadStage.Running

  /** The request counts no longer as admitted, until its body has come. */
  def passed(n: Int): Unit =
    headStage = HeadStage.Passed
    filtersPassed = n
    if admitted then
      admitted = false
      connection.load.answered()

  /** When the last of a buffered body arrived. */
  private var wholeNanos = arrivedNanos
  def bodyIsWhole(): Unit = if !isBodiless && streamed == null then wholeNanos = System.nanoTime
  var closes: Boolean = false
  var ended: Boolean = false
  var status: Int = 0
  var bytesIn: Long = 0
  var bytesOut: Long = 0
  var stream: StreamOut | Null = null
  private var admitted = false
  private var held = 0

  // the queue's: the next of the connection
  private[internal] var behind: Exchange | Null = null

  /** Its first event is queued and has not begun. Set before that event is submitted, then owned by the
    * events.
    */
  @volatile var waits: Boolean = false

  /** Its handler is queued: from here on it counts as waiting. */
  def admit(): Unit =
    waits = true
    standing match
      case Standing.Application =>
        admitted = true
        connection.load.admitted()
      case own => core.gate.pages(own).admitted()

  def standing: Standing =
    val m = matched
    if m == null then Standing.Application else m.route.standing

  /** What its body holds in memory. */
  def heldBytes: Int = held

  /** Its body holds so much now. */
  def holds(bytes: Int): Unit =
    if bytes != held then
      connection.held.change(bytes - held)
      held = bytes

  // of its streamed body: counted together with buffered bodies
  private var unread = 0

  /** Of its streamed body, or of a WebSocket's messages, so much waits to be read. */
  def leavesUnread(bytes: Int): Unit =
    if bytes != unread then
      connection.load.hold(bytes - unread)
      unread = bytes

  /** Its answer begins, or never will. */
  def answers(): Unit =
    if admitted then
      admitted = false
      connection.load.answered()
    if held > 0 then
      val bytes = held
      held = 0
      connection.held.leave(bytes)
      giveBack(bytes)

  /** A handler that has not answered may be in the queue still, or run, with the body in its hands. */
  private def giveBack(bytes: Int): Unit =
    val load = connection.load
    val running = events
    if running == null || answer.get == Answer.ByHandler then load.hold(-bytes)
    else
      try running.own(() => connection.outbox.post(() => load.hold(-bytes)))
      catch case _: RejectedExecutionException => load.hold(-bytes)

  /** Output that waits for earlier responses of the connection; bounded by one answer or by the stream's
    * budget.
    */
  private var waiting: ArrayDeque[Output] | Null = null

  def keep(output: Output): Unit =
    val present = waiting
    val all = if present == null then ArrayDeque[Output](2) else present
    waiting = all
    all.addLast(output)
    connection.unsent.queue(output.bytes)

  /** Pending output is not sent any more. */
  def dropKept(): Unit =
    var output = takeKept()
    while output != null do
      output.drop()
      output = takeKept()

  /** The first that waits. */
  def takeKept(): Output | Null =
    val present = waiting
    val first = if present == null then null else present.pollFirst
    if first != null then connection.unsent.queue(-first.bytes)
    first

  def method: String = http.method.name
  def isHead: Boolean = method == "HEAD"
  def isHttp10: Boolean = http.protocolVersion == HttpVersion.HTTP_1_0
  val keepsAlive: Boolean = HttpUtil.isKeepAlive(http)

  /** It is known to have no body. */
  def isBodiless: Boolean = http.isInstanceOf[PlainRequest]

  /** Whether it may run beside others (RFC 9112, section 9.3.2: only safe methods may); no handshake does, as
    * after it there are no more responses.
    */
  val isSafe: Boolean =
    val opensSocket = matched != null && matched.route.isSocket
    !opensSocket && (method == "GET" || method == "HEAD" || method == "OPTIONS")

  /** How its route takes bodies; none for requests that have no route. */
  def bodyMode: Option[Body] =
    val m = matched
    if m == null then None else Some(m.route.body)

  val bodyLimit: Long =
    val own = if matched == null then None else matched.route.body.limit
    if own.isEmpty then core.config.limits.maxBodyBytes.toLong else own.get

  /** Null for requests that have none. */
  def route: Route | Null =
    val m = matched
    if m == null then null else m.route

  /** The route for metrics and reports: never the path, which clients choose. */
  def label: String =
    val m = matched
    if m == null then "unmatched" else m.route.label

  /** When the handler was started, or last read of its body: since when an answer is awaited. */
  def activeNanos(now: Long): Long =
    val body = streamed
    if body == null then startedNanos else math.max(startedNanos, body.activeNanos(now))

  /** Its answer should have begun by now. On the I/O thread. */
  def isOverdue(now: Long): Boolean =
    isUnderWay && answer.get == Answer.Open &&
      (isTimedOut(now) || (started || ready) && isDueToBegin(now))

  /** The time for its answer is over. */
  def isTimedOut(now: Long): Boolean =
    now - activeNanos(now) >= core.config.timeouts.response.toNanos

  /** Its handler should have begun by now, and has not. An upload that is buffered has its own time. */
  def isDueToBegin(now: Long): Boolean =
    val m = matched
    m != null && stage.get == HandlerStage.Queued && now - wholeNanos >= m.route.beginNanos

  /** Claims the response for the handler: false when the server has answered already.
    * @throws IllegalStateException when the handler itself has
    */
  def commit(): Boolean =
    answer.compareAndSet(Answer.Open, Answer.ByHandler) || {
      if answer.get == Answer.ByHandler then
        throw IllegalStateException(
          s"the response to $method $label (request $id) has been ended already: end each response once, and return after it"
        )
      false
    }

  /** Claims the response for the server. */
  def takeOver(): Boolean = answer.compareAndSet(Answer.Open, Answer.ByServer)

  /** The request's description, for reports. */
  override def toString: String = s"$method $label (request $id)"

  /** Sends a part of the response. Any thread.
    * @param written who wants to know what has become of it
    */
  def send(part: HttpObject, written: Written | Null = null): Unit =
    Output(this, part, written).post()

  // guarded by this
  private var goneCallback: (() => Unit) | Null = null
  private var clientGone = false

  /** Any thread. */
  def onGone(callback: () => Unit): Unit =
    val late = synchronized:
      goneCallback = callback
      clientGone
    if late then tellGone()

  /** The client may have gone. On the I/O thread. */
  def gone(): Unit =
    synchronized:
      clientGone = true
    tellGone()

  private def tellGone(): Unit =
    val callback = synchronized:
      val c = goneCallback
      goneCallback = null
      c
    val running = events
    if callback != null && running != null && answer.get != Answer.ByHandler then
      try running.own(callback)
      catch case _: RejectedExecutionException => callback()

  // guarded by this
  private var files: TemporaryFiles | Null = null
  private var over = false

  /** Its temporary files, which go when it is over. Any thread. */
  def temporaryFiles: TemporaryFiles = synchronized:
    val present = files
    if present != null then present
    else
      val made = TemporaryFiles()
      if over then made.remove()
      files = made
      made

  def countOut(bytes: Int): Unit =
    bytesOut += bytes
    core.metrics.bytesOut.increment(bytes.toDouble)

  /** Its response is out, or never will be. On the I/O thread. */
  def finished(): Unit =
    answers()
    leavesUnread(0)
    if handsOverClient() then core.clients.leave(remoteAddress)
    val left = synchronized:
      over = true
      files
    if left != null then
      try core.engine.execute(() => left.remove())
      catch case _: RejectedExecutionException => left.remove()
    core.finished(this)

  /** The connection is gone before the response was out. On the I/O thread. */
  def lost(): Unit =
    dropKept()
    takeOver(): Unit
    gone()
    val s = stream
    if s != null then
      if s.isEvents then core.metrics.eventStreams.decrement()
      s.abandoned()
    val b = streamed
    if b != null then b.fail(BodyIntake.gone(this))
    if !ended then
      ended = true
      status = Exchange.ClientGone
      finished()
end Exchange

private[eddy] object Exchange:
  /** The status in log and metrics when there was nobody left to answer; the number is nginx's. */
  val ClientGone: Int = 499
