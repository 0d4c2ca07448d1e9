package eddy.bench.abuse

/** The attacks of `./eddy bench abuse`: clients that take all they can and give nothing, each in one way. */
private[bench] object Attacks:
  def all: Seq[Attack] = Seq(
    Everyday,
    UnreadPipelines,
    UnreadStreams,
    SlowReaders,
    Scrapes,
    IdleConnections,
    Uploads,
    Garbage,
    Rooms,
    Joins,
    Floods,
    DeafMembers,
    RestingOrders
  )

  def names: Seq[String] = all.map(_.name)

  private val page = "/trading/"

  /** A usual load, to compare the attacks with, and to see how many spares the engine calls. */
  private object Everyday
      extends Attack("everyday", "120 people chat; 60 pages and 60 orders a second: no attack", 180):
    private final val Chatting = 120
    private final val Looking = 150

    def act(client: Client): Unit =
      if client.number < Chatting then chat(client)
      else
        val connection = client.open()
        while !client.isOver do
          if client.number < Looking then connection.write(connection.head("GET", page))
          else connection.write(order(connection, client, client.number % 2 == 0))
          client.tally.sent()
          client.heard(connection.status())
          client.pause(500)

    private def chat(client: Client): Unit =
      val connection = member(client, client.number)
      // they do not come all at the same time
      client.pause(client.number * 20)
      if join(client, connection, s"room${client.number % 6}") then
        var id = 0
        while !client.isOver do
          val _ = say(client, connection, id, "what people say to each other in a room")
          id += 1
          client.pause(5000)

    private def order(connection: Connection, client: Client, buys: Boolean): String =
      val side = if buys then "buy" else "sell"
      val body =
        s"""{"trader":"t${client.number}","product":"ACME","side":"$side","type":"limit","price":100,"quantity":1}"""
      val fields = Seq("Content-Type" -> "application/json", "Content-Length" -> body.length.toString)
      connection.head("POST", "/trading/api/orders", fields*) + body
  end Everyday

  /** Pipelined requests of HTTP/1.1 whose answers nobody reads. */
  private object UnreadPipelines
      extends Attack("unread", "128 pipelined requests on each connection, no answer read", 200):
    def act(client: Client): Unit =
      val connection = client.open()
      connection.write(connection.head("GET", page) * 128)
      client.tally.sent(128)
      client.hold(20)

  /** Requests of HTTP/2 whose answers have no window. */
  private object UnreadStreams extends Attack("window-0", "100 streams on each connection, window 0", 100):
    def act(client: Client): Unit =
      val connection = client.open()
      connection.beginHttp2(window = 0)
      for n <- 0 until 100 do connection.ask(2 * n + 1, if n % 10 == 0 then "/handlers" else page)
      client.tally.sent(100)
      client.hold(20)

  /** Readers who take just enough not to look dead. */
  private object SlowReaders extends Attack("slow-readers", "1 KB a second of 64 pipelined answers", 200):
    def act(client: Client): Unit =
      val connection = client.open()
      connection.write(connection.head("GET", page) * 64)
      client.tally.sent(64)
      while !client.isOver && connection.readSome(1024) do client.pause(1000)

  private object Scrapes extends Attack("scrapes", "GET /metrics on 100 streams of each connection", 8):
    def act(client: Client): Unit =
      val connection = client.open()
      connection.beginHttp2(window = 1 << 20)
      connection.widen(1 << 30)
      var stream = 1
      for _ <- 0 until 100 do
        connection.ask(stream, "/metrics")
        stream += 2
      client.tally.sent(100)
      while !client.isOver do
        client.tally.answered(connection.answered())
        connection.ask(stream, "/metrics")
        client.tally.sent()
        stream += 2

  /** More connections of one network than the server has places. */
  private object IdleConnections extends Attack("idle", "100 idle connections each, all of one address", 120):
    def act(client: Client): Unit =
      for _ <- 0 until 100 if !client.isOver do
        val _ = client.open(network = 0)
        client.tally.sent()
      client.hold(20)

  /** Bodies that are announced and come drop by drop. */
  private object Uploads extends Attack("uploads", "bodies of 1 MB that stop short of their end", 400):
    def act(client: Client): Unit =
      val connection = client.open()
      connection.write(connection.head(
        "POST",
        "/trading/api/orders",
        "Content-Type" -> "application/json",
        "Content-Length" -> (1 << 20).toString
      ))
      client.tally.sent()
      connection.write(Array.fill(1 << 19)(' '.toByte))
      client.hold(10)

  /** What no client means: each line of it must not be a line of the log. */
  private object Garbage extends Attack("garbage", "bytes that are no HTTP", 50):
    private val lines = Vector(
      "\u0000\u0001\u0002\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "GET\r\n\r\n",
      s"GET /${"a" * 20_000} HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0000garbage"
    )

    def act(client: Client): Unit =
      for line <- lines if !client.isOver do
        val connection = client.open()
        connection.write(line)
        client.tally.sent()
        try client.heard(connection.status())
        catch case _: java.io.IOException => client.tally.cut()
        client.end()

  /** A member of a room of the chat. */
  private def member(client: Client, network: Int): Connection =
    val connection = client.open(network)
    client.tally.sent()
    val status = connection.upgrade("/chat/ws")
    if status != 101 then
      client.heard(status)
      throw java.io.IOException(s"the handshake was answered with $status")
    connection

  /** Reads until an answer to what was said last; its type, with the code of a refusal. */
  private def reply(client: Client, connection: Connection, types: Set[String]): Boolean =
    var isDone = false
    while !isDone do
      connection.heard() match
        case Left(code) =>
          client.tally.answered(s"close $code")
          throw java.io.IOException(s"closed with $code")
        case Right(message) =>
          val kind = field(message, "type")
          if kind == "refused" then
            client.tally.answered(field(message, "code"))
            return false
          if types.contains(kind) then
            client.tally.answered(kind)
            isDone = true
    true

  private def field(message: String, name: String): String =
    val from = message.indexOf(s"\"$name\":\"")
    if from < 0 then "?"
    else message.substring(from + name.length + 4).takeWhile(_ != '"')

  private def join(client: Client, connection: Connection, room: String): Boolean =
    client.tally.sent()
    connection.say(s"""{"type":"join","room":"$room","name":"n${client.number}"}""")
    reply(client, connection, Set("welcome"))

  private def say(client: Client, connection: Connection, id: Int, text: String): Boolean =
    client.tally.sent()
    connection.say(s"""{"type":"say","id":"$id","text":"$text"}""")
    reply(client, connection, Set("accepted"))

  /** Takes all rooms that there may be. */
  private object Rooms extends Attack("rooms", "each client opens rooms and says one word in each", 20):
    def act(client: Client): Unit =
      val connection = member(client, network = 0)
      var room = 0
      while !client.isOver do
        if join(client, connection, s"r${client.number}-$room") then
          val _ = say(client, connection, room, "x")
        else client.pause(500)
        room += 1

  /** Makes the server give a long history again and again. */
  private object Joins
      extends Attack("joins", "each client joins one room with a long history, 15 times a second", 8):
    def act(client: Client): Unit =
      val connection = member(client, client.number)
      for n <- 0 until 10 do
        if join(client, connection, "full") then
          val _ = say(client, connection, n, "x" * 2000)
      while !client.isOver do
        val _ = join(client, connection, "full")
        client.pause(66)

  /** Fills histories. */
  private object Floods extends Attack("histories", "texts of 2,000 characters into one room each", 100):
    def act(client: Client): Unit =
      val connection = member(client, client.number)
      if join(client, connection, s"h${client.number}") then
        var id = 0
        while !client.isOver do
          if !say(client, connection, id, "y" * 2000) then client.pause(250)
          id += 1
      else client.pause(1000)

  /** Some talk, the others never read. */
  private object DeafMembers
      extends Attack("deaf", "members of a room who read nothing, and some who talk", 300):
    def act(client: Client): Unit =
      val connection = member(client, client.number)
      if join(client, connection, "deaf") then
        if client.number % 10 == 0 then
          var id = 0
          while !client.isOver do
            if !say(client, connection, id, "z" * 2000) then client.pause(250)
            id += 1
        else client.hold(20)
      else client.pause(1000)

  /** Orders that no one will ever trade with. */
  private object RestingOrders
      extends Attack("orders", "resting orders of made-up traders, 16 pipelined", 16):
    private final val Batch = 16

    def act(client: Client): Unit =
      val connection = client.open()
      var n = 0
      while !client.isOver do
        val requests = (0 until Batch).map: i =>
          val body =
            s"""{"trader":"t${client.number}-${n + i}","product":"ACME","side":"buy","type":"limit",""" +
              s""""price":${1 + (n + i) % 50},"quantity":1}"""
          val fields = Seq("Content-Type" -> "application/json", "Content-Length" -> body.length.toString)
          connection.head("POST", "/trading/api/orders", fields*) + body
        connection.write(requests.mkString)
        client.tally.sent(Batch)
        for _ <- 0 until Batch do client.heard(connection.status())
        n += Batch
  end RestingOrders
end Attacks
