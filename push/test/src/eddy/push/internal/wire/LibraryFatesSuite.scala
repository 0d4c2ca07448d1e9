package eddy.push.internal.wire

import eddy.push.*
import eddy.testing.{Eventually, WaitingTests}
import eddy.web.jwt.{JwtAlgorithm, JwtKeys, JwtVerifier, Tokens}
import eddy.web.{RawClient, Secret, WebSocketClient}

import java.nio.file.{Files, Path}
import java.util.Base64
import scala.concurrent.Promise
import scala.concurrent.duration.{Duration, DurationInt}
import scala.jdk.CollectionConverters.*

/** The table "What libraries do about it" of docs/push-protocol.md: each row is all that it says, and no
  * client is ended for good by a state that passes without its fault.
  */
class LibraryFatesSuite extends PushFixture, WaitingTests:
  import LibraryFatesSuite.*

  private val key = Array.tabulate[Byte](32)(_.toByte)
  private val keys = JwtKeys.secret(Secret.base64(Base64.getEncoder.encodeToString(key)))
  private val verifier = JwtVerifier(keys, Set(JwtAlgorithm.HS256), None, None, leeway = Duration.Zero)
  private val keyless =
    JwtVerifier(JwtKeys.file(Path.of("eddy-no-such-file")), Set(JwtAlgorithm.RS256), None, None)
  private val taken = PushConfig(tokens = Some(PushTokens(verifier)), expiryGrace = Duration.Zero)
  private val anybody = PushConfig(anonymous = true)
  private val keylessChannels = PushConfig(tokens = Some(PushTokens(verifier, keyless)))

  private def in(seconds: Int) = java.time.Instant.now.getEpochSecond + seconds
  private def token(more: String = "", exp: Long = in(3600)) =
    Tokens.hmac(key)("""{"alg":"HS256"}""", s"""{"sub":"ann","exp":$exp$more}""")
  private val expired = token(exp = in(-10))
  private val early = token(s""","nbf":${in(600)}""")
  private val wrong = "x.y.z"
  private val withoutKeys =
    Tokens.rs256("""{"alg":"RS256","kid":"rsa"}""", s"""{"sub":"ann","exp":${in(600)}}""")
  private val teaClaim = ""","channel":"$tea""""
  private val teaExpired = token(teaClaim, in(-10))
  private val teaEarly = token(s"""$teaClaim,"nbf":${in(600)}""")

  private def connect(token: String) = s"""{"id":1,"connect":{"token":"$token"}}"""
  private def subscribe(channel: String, token: String = "") =
    s"""{"id":2,"subscribe":{"channel":"$channel","token":"$token"}}"""
  private def refresh(token: String) = s"""{"id":3,"refresh":{"token":"$token"}}"""
  private def subRefresh(token: String) = s"""{"id":4,"sub_refresh":{"channel":"$$tea","token":"$token"}}"""

  private val admits = Hooks().onConnect(_ => Verdict.Allow(Admitted("ann")))
  private def subscribing(channels: String*) =
    Hooks().onConnect(_ => Verdict.Allow(Admitted("ann", channels = channels.toSet)))

  /** The answer to a client that sends the last of these.
    * @param isIn whether it is admitted before
    */
  private def hears(
      config: PushConfig = anybody,
      hooks: Hooks = Hooks(),
      as: Option[String] = Some(""),
      node: ChannelsConfig => ChannelsConfig = identity,
      before: Served => Unit = _ => ()
  )(says: String*): String =
    pushing(config, hooks, node = node): served =>
      served.connect(): client =>
        as.foreach(client.enter)
        before(served)
        says.init.foreach(client.ask(_): Unit)
        client.ask(says.last)

  private def outside(config: PushConfig = taken, hooks: Hooks = Hooks())(says: String) =
    hears(config, hooks, as = None)(says)

  private def withToken(config: PushConfig = taken)(says: String*) = hears(config, as = Some(token()))(says*)

  private def handshake(config: PushConfig, header: String): String = pushing(config): served =>
    served.connect(): client =>
      client.enter()
      connected(served.server): raw =>
        s"HTTP ${WebSocketClient(raw, "/connection/websocket", header).handshake.status}"

  /** All that comes after this is done, without more being said. */
  private def comes(
      config: PushConfig = anybody,
      as: String = "",
      says: Seq[String] = Nil,
      hooks: Hooks = Hooks()
  )(
      done: Served => Unit
  ): String = pushing(config, hooks): served =>
    served.connect(): client =>
      client.enter(as)
      says.foreach(client.ask(_): Unit)
      done(served)
      client.hear()

  private def revoked(served: Served): Unit =
    await(served.channels.revokeToken("t1", java.time.Instant.ofEpochSecond(in(3600))))
  private val revocable = token(""","jti":"t1"""")

  private def limited(limits: PushLimits) = anybody.copy(limits = limits)
  private val once = Some(Rate(1, 1.hour))
  private val milk = subscribe("milk")

  private val scenarios: Map[(String, String), () => String] = Map(
    ("handshake", "node full or about to stop") -> (() =>
      handshake(limited(PushLimits(connections = 1)), "")
    ),
    ("handshake", "asks for Protobuf") ->
      (() => handshake(anybody, "Sec-WebSocket-Protocol: centrifuge-protobuf\r\n")),
    ("handshake", "page of another origin") -> (() => handshake(anybody, "Origin: http://evil.example\r\n")),
    ("connect", "token expired") -> (() => outside()(connect(expired))),
    ("connect", "token not valid yet") -> (() => outside()(connect(early))),
    ("connect", "keys for tokens unavailable") ->
      (() => outside(PushConfig(tokens = Some(PushTokens(keyless))))(connect(withoutKeys))),
    ("connect", "token wrong") -> (() => outside()(connect(wrong))),
    ("connect", "token revoked") ->
      (() => hears(taken, as = None, before = revoked)(connect(revocable))),
    ("connect", "no token") -> (() => outside()(connect(""))),
    ("connect", "hook fails") ->
      (() =>
        outside(hooks = Hooks().onConnect(_ => throw IllegalStateException("as the test wants")))(connect(""))
      ),
    ("connect", "hook later than `connectTimeout`") -> (() => lateHook()),
    ("connect", "hook refuses") ->
      (() => outside(hooks = Hooks().onConnect(_ => Verdict.refuse(1000, "no")))(connect(""))),
    ("connect", "mediator away, with server-side subscriptions") ->
      (() => hears(hooks = subscribing("a"), as = None, before = _.mediator.cut())(connect(""))),
    ("connect", "no room for a channel of the server") ->
      (() => hears(hooks = subscribing("a", "b"), as = None, node = _.copy(maxChannels = 1))(connect(""))),
    ("connect", "no namespace for a channel of the server") ->
      (() => outside(hooks = subscribing("none:a"))(connect(""))),
    ("connect", "too many connections of the user") -> (() => tooMany()),
    ("connect", "said nothing within `connectTimeout`") ->
      (() => pushing(anybody.copy(connectTimeout = 50.millis))(_.connect()(_.hear()))),
    ("connect", "node stops") -> (() => comes()(_.push.drain(Duration.Zero): Unit)),
    ("subscribe", "token expired") -> (() => withToken()(subscribe("$tea", teaExpired))),
    ("subscribe", "token not valid yet") -> (() => withToken()(subscribe("$tea", teaEarly))),
    ("subscribe", "keys for tokens unavailable") ->
      (() => withToken(keylessChannels)(subscribe("$tea", withoutKeys))),
    ("subscribe", "token wrong") -> (() => withToken()(subscribe("$tea", wrong))),
    ("subscribe", "hook fails") ->
      (() => hears(hooks = Hooks().onSubscribe(_ => throw IllegalStateException("as the test wants")))(milk)),
    ("subscribe", "hook refuses") -> (() =>
      hears(hooks = Hooks().onSubscribe(_ => Verdict.refuse(1000, "no")))(milk)
    ),
    ("subscribe", "mediator away") -> (() => hears(before = _.mediator.cut())(milk)),
    ("subscribe", "no room on the node") -> (() =>
      hears(node = _.copy(maxChannels = 1))(subscribe("a"), milk)
    ),
    ("subscribe", "too often") ->
      (() => hears(limited(PushLimits(subscribes = once)))(subscribe("a"), milk)),
    ("subscribe", "node ends") -> (() => hears(before = served => await(served.channels.close()))(milk)),
    ("subscribe", "twice") -> (() => hears()(milk, milk)),
    ("subscribe", "more than `subscriptions`") ->
      (() => hears(limited(PushLimits(subscriptions = 1)))(subscribe("a"), milk)),
    ("subscribe", "no namespace") -> (() => hears()(subscribe("none:a"))),
    ("subscribe", "bad name or filter") ->
      (() => hears()("""{"id":2,"subscribe":{"channel":"milk","tf":{"op":"xor"}}}""")),
    ("subscribe", "not recovered, where the client wants an error then") ->
      (() =>
        hears()("""{"id":2,"subscribe":{"channel":"milk","recover":true,"offset":7,"epoch":"x","flag":2}}""")
      ),
    ("subscription", "state lost") -> (() =>
      comes(says = Seq(milk))(_.end("milk", UnsubscribeCode.Insufficient))
    ),
    ("subscription", "not refreshed in time") ->
      (() => soonOver(token())(exp => subscribe("$tea", token(teaClaim, exp)))),
    ("subscription", "ended by the server, token revoked") ->
      (() => comes(says = Seq(milk))(_.end("milk", UnsubscribeCode.Server))),
    ("refresh", "token expired") -> (() => withToken()(refresh(expired))),
    ("refresh", "token not valid yet") -> (() => withToken()(refresh(early))),
    ("refresh", "keys for tokens unavailable") ->
      (() => hears(PushConfig(tokens = Some(PushTokens(keyless))), admits)(refresh(withoutKeys))),
    ("refresh", "too often") ->
      (() => withToken(taken.copy(limits = PushLimits(calls = once)))(refresh(token()), refresh(token()))),
    ("refresh", "token wrong") -> (() => withToken()(refresh(wrong))),
    ("refresh", "token missing") -> (() => withToken()(refresh(""))),
    ("refresh", "no tokens are taken") -> (() => hears()(refresh(token()))),
    ("sub_refresh", "token expired") -> (() => inTea()(subRefresh(teaExpired))),
    ("sub_refresh", "token not valid yet") -> (() => inTea()(subRefresh(teaEarly))),
    ("sub_refresh", "keys for tokens unavailable") ->
      (() =>
        hears(keylessChannels, Hooks().onSubscribe(_ => Verdict.Allow(Granted())), Some(token()))(
          subscribe("tea"),
          subRefresh(withoutKeys).replace("$tea", "tea")
        )
      ),
    ("sub_refresh", "too often") ->
      (() => inTea(taken.copy(limits = PushLimits(subscribes = once)))(subRefresh(token(teaClaim)))),
    ("sub_refresh", "token wrong") -> (() => inTea()(subRefresh(wrong))),
    ("sub_refresh", "token missing") -> (() => inTea()(subRefresh(""))),
    ("sub_refresh", "not subscribed") -> (() => withToken()(subRefresh(token(teaClaim)))),
    ("connection", "not refreshed in time") -> (() => soonOver("")(exp => connect(token(exp = exp)))),
    ("connection", "token revoked") -> (() => comes(taken, revocable)(revoked)),
    ("connection", "ping not answered") -> (() => silent()),
    ("connection", "slow") -> (() => slow()),
    ("connection", "commands beyond their rate") -> (() => hears(limited(PushLimits(commands = once)))(milk)),
    ("connection", "not of the protocol") -> (() => hears()("nonsense")),
    ("connection", "message too long") -> (() => hears()("\"" + "x" * 70_000 + "\"")),
    ("send", "hook missing") -> (() => hears()("""{"send":{"data":1}}""")),
    ("send", "too often") -> (() => sends()),
    ("events", "node full or about to stop") ->
      (() => stream(limited(PushLimits(connections = 1)), one = true)()),
    ("events", "too many connections of the user") ->
      (() => stream(limited(PushLimits(connectionsPerAddress = 1)), one = true)()),
    ("events", "too often") -> (() => stream(limited(PushLimits(requests = once)), one = true)()),
    ("events", "token expired") -> (() => stream(taken)(s"?token=$expired")),
    ("events", "keys for tokens unavailable") ->
      (() => stream(PushConfig(tokens = Some(PushTokens(keyless))))(s"?token=$withoutKeys")),
    ("events", "hook fails") ->
      (() => stream(hooks = Hooks().onConnect(_ => throw IllegalStateException("as the test wants")))()),
    ("events", "mediator away") -> (() => stream(before = _.mediator.cut())()),
    ("events", "token wrong") -> (() => stream(taken)(s"?token=$wrong")),
    ("events", "no token") -> (() => stream(PushConfig())()),
    ("events", "page of another origin") ->
      (() => stream(header = "Origin: http://evil.example\r\n")()),
    ("publish, rpc, history, presence, presence_stats", "any error") -> (() =>
      hears()("""{"id":2,"publish":{"channel":"milk","data":1}}""")
    )
  )

  /** How a browser's EventSource is answered: 200 stands for a stream that says why it ends.
    * @param one another stream is open
    */
  private def stream(
      config: PushConfig = anybody,
      hooks: Hooks = Hooks(),
      one: Boolean = false,
      before: Served => Unit = _ => (),
      header: String = ""
  )(query: String = ""): String = pushing(config, hooks): served =>
    def ask[A](query: String)(body: RawClient => A): A = connected(served.server): raw =>
      raw.get(s"/events/tea$query", s"Accept: text/event-stream\r\n$header")
      body(raw)
    def answer = ask(query): raw =>
      val answer = raw.answer()
      if answer.status == 200 then assert(answer.body.contains("event: disconnect\ndata: {\"code\":"), answer)
      s"HTTP ${answer.status}"
    before(served)
    if one then
      ask(""): raw =>
        raw.head(): Unit
        raw.line(): Unit
        answer
    else answer

  /** The outcomes after the expiry of a token that was shown in time: on a busy machine one that lasts longer
    * is tried.
    * @param as let in before; empty for not
    */
  private def soonOver(as: String)(says: Long => String): String = pushing(taken): served =>
    Iterator.iterate(3)(_ * 2).flatMap: seconds =>
      served.connect(): client =>
        if as.nonEmpty then client.enter(as)
        val answer = client.ask(says(in(seconds)))
        Option.unless(answer.contains("109"))(client.hear())
    .next()

  private def inTea(config: PushConfig = taken)(says: String) =
    withToken(config)(subscribe("$tea", token(teaClaim)), says)

  private def lateHook(): String =
    val late = Promise[Verdict[Admitted]]()
    val hooks = Hooks().onConnect(_ => await(late.future))
    pushing(anybody.copy(connectTimeout = 50.millis), hooks): served =>
      served.connect(): client =>
        val heard = client.ask(connect(""))
        late.success(Verdict.Refuse(PushError.Unauthorized))
        heard

  private def tooMany(): String = pushing(limited(PushLimits(connectionsPerUser = 1)), admits): served =>
    served.connect(): one =>
      one.enter()
      served.connect()(_.ask(connect("")))

  private def silent(): String =
    pushing(anybody.copy(pingInterval = 1.second, pongTimeout = 100.millis)): served =>
      served.connect(): client =>
        client.enter()
        Iterator.continually(client.hearAny()).dropWhile(_ == "{}").next()

  private def slow(): String =
    val narrow = open.copy(delivery = Delivery.Push, history = 0, bufferMessages = 1)
    pushing(anybody.copy(maxBufferedBytes = 1024), namespaces = Seq(narrow)): served =>
      served.connect(receiveBuffer = 4096): client =>
        client.enter()
        client.ask(milk): Unit
        Eventually.until("it has ended"):
          served.publish("milk", "\"" + "x" * 60_000 + "\"")
          served.metric("eddy_push_disconnects_total", "3008")
        Iterator.continually(client.hear()).dropWhile(_.startsWith("{\"push\"")).next()

  private def sends(): String =
    hears(
      limited(PushLimits(calls = once)),
      Hooks().onMessage(_ => ()).onRpc("r")(c => Verdict.Allow(c.data))
    )(
      """{"id":2,"rpc":{"method":"r","data":1}}""",
      """{"send":{"data":1}}"""
    )

  private val rows =
    Files.readAllLines(Path.of(sys.env("EDDY_CHECKOUT"), "docs", "push-protocol.md")).nn.asScala
      .dropWhile(_ != "| command | when | passes | answer | library |").drop(2).takeWhile(_.startsWith("|"))
      .map(_.split('|').map(_.strip)).map(c => Row(c(1), c(2), c(3) == "yes", c(4), c(5))).toVector

  test("the page has all that was thought of here, and no more"):
    assertEquals(rows.map(r => (r.command, r.when)).toSet, scenarios.keySet)

  test("no state that passes without the client's fault ends a client for good"):
    assertEquals(rows.filter(r => r.passes && fate(r.command, r.answer) != "again"), Vector.empty)

  for row <- rows do
    val name = s"${row.command}, ${row.when}: ${row.answer}, ${row.library}"
    test(if row.when == "not refreshed in time" then name.tag(WaitingTest) else munit.TestOptions(name)):
      assertEquals(fate(row.command, row.answer), row.library)
      val heard = scenarios((row.command, row.when))()
      if row.library != "told" then assertEquals(answerIn(heard), row.answer, heard)
      else assert(answerIn(heard).toInt <= 1999, heard)
end LibraryFatesSuite

object LibraryFatesSuite:
  private final case class Row(
      command: String,
      when: String,
      passes: Boolean,
      answer: String,
      library: String
  )

  /** A reply, close, or push in the words of the table. */
  private def answerIn(heard: String): String =
    val Closed = """closed (\d+).*""".r
    val Code = """.*"code":(\d+).*""".r
    heard match
      case Closed(code) => String.valueOf(code)
      case Code(code) if heard.contains("\"temporary\":true") => s"$code temporary"
      case Code(code) => String.valueOf(code)
      case other => other

  /** What centrifuge-js, and the libraries for Go, Dart, Swift and Java, make of it. */
  private def fate(command: String, answer: String): String =
    val code = answer.takeWhile(_ != ' ').toIntOption.getOrElse(0)
    if command.startsWith("publish") then "told"
    // an EventSource comes back after a stream, and after nothing else
    else if command == "events" then if answer == "HTTP 200" then "again" else "final"
    else if answer.startsWith("HTTP") || answer.endsWith("temporary") then "again"
    else if code == 109 then if command == "connect" || command == "subscribe" then "again" else "final"
    // errors, 1009 and ends of a subscription
    else if code < 2500 then "final"
    else if code < 3000 || DisconnectCode.reconnects(code) then "again"
    else "final"
end LibraryFatesSuite
