package eddy.push.internal.wire

import eddy.push.*
import eddy.testing.Eventually
import eddy.web.RawClient

import java.io.{BufferedReader, InputStreamReader}
import java.net.URI
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers
import java.nio.charset.StandardCharsets.UTF_8

/** What a client asks for is bounded in bytes, on its way through a node with a history, whether or not the
  * client reads.
  */
class AnswerBytesSuite extends PushFixture:
  private val kept = open.copy("kept", history = 2000)
  private def text(n: Int, bytes: Int) = s"""{"n":$n,"x":"${"x" * bytes}"}"""
  private def numbers(json: String): Vector[Int] =
    "\"n\":(\\d+)".r.findAllMatchIn(json).map(_.group(1).nn.toInt).toVector

  private def events(node: Served, path: String): BufferedReader =
    val request = HttpRequest.newBuilder(URI(node.server.url + path)).build()
    BufferedReader(InputStreamReader(client.send(request, BodyHandlers.ofInputStream()).body, UTF_8))

  private def data(events: BufferedReader): String =
    Iterator.continually(events.readLine()).find(_.startsWith("data:")).get

  private def subscribe(channel: String, after: Position) =
    s"""{"id":2,"subscribe":{"channel":"$channel","recover":true,"offset":${after.offset},"epoch":"${after.epoch}"}}"""

  test(
    "a client that asks for much history and reads nothing holds little, and then gets all answers in order"
  ):
    // more than the operating system takes for both ends
    val asked = 80
    pushing(
      namespaces = Seq(kept),
      config = PushConfig(anonymous = true, limits = PushLimits(answerBytes = 250_000))
    ): node =>
      node.publishAll("kept:a", (1 to 100).map(text(_, 20_000)))
      node.connect(receiveBuffer = 65_536): client =>
        client.enter()
        client.ask("""{"id":2,"subscribe":{"channel":"kept:a"}}"""): Unit
        client.say((1 to asked).map(n =>
          s"""{"id":${n + 2},"history":{"channel":"kept:a","limit":-1}}"""
        ).mkString("\n"))
        Eventually.until("the socket has no room")(node.unsentBytes > 0)
        // of the answers the socket did not take: the one that found no room, and no further one
        assert(node.unsentBytes < 800_000, s"${node.unsentBytes} bytes wait")
        for n <- 1 to asked do
          val answer = client.hear()
          assert(answer.startsWith(s"""{"id":${n + 2},"history":"""), answer.take(100))
          val page = numbers(answer)
          assertEquals(page, (1 to page.size).toVector)
          assert(answer.length <= 300_000 && page.size > 10, s"${answer.length} bytes, ${page.size}")

  test("a returning client gets the first missed publications with the answer, the rest as it takes them"):
    pushing(namespaces = Seq(kept), node = _.copy(recoverBytes = 100_000)): node =>
      val start = node.top("kept:a")
      node.publishAll("kept:a", (1 to 1000).map(text(_, 2000)))
      node.connect(): client =>
        client.enter()
        val answer = client.ask(subscribe("kept:a", start))
        assert(answer.contains(""""recovered":true"""), answer.take(200))
        assert(answer.length < 130_000, s"${answer.length} bytes")
        val first = numbers(answer)
        assert(answer.contains(s""""offset":${first.size},"was_recovering"""), answer.take(200))
        node.publish("kept:a", text(1001, 1))
        val rest = Iterator.continually(client.hear()).flatMap(numbers).take(1001 - first.size).toVector
        assertEquals(first ++ rest, (1 to 1001).toVector)

  test("an event stream that continues from long ago holds no more than its buffer, and receives everything"):
    val small = kept.copy(bufferBytes = 100_000)
    pushing(namespaces = Seq(small), node = _.copy(recoverBytes = 50_000)): node =>
      val start = node.top("kept:a")
      node.publishAll("kept:a", (1 to 500).map(text(_, 10_000)))
      val stats = node.channels.streams.stats
      val lines = events(node, s"/events/kept:a?after=${start.epoch}:0")
      var heard = Vector.empty[Int]
      while heard.size < 500 do
        heard ++= numbers(lines.readLine())
        val waiting = stats.waitingBytes.sum
        assert(waiting < 200_000, s"$waiting bytes wait")
      lines.close()
      assertEquals(heard, (1 to 500).toVector)

  test(
    "where nothing can be read later an event stream gets what fits into an answer, or learns that it cannot recover"
  ):
    val pushed = kept.copy(delivery = Delivery.Push, bufferBytes = 20_000)
    pushing(namespaces = Seq(pushed), node = _.copy(recoverBytes = 50_000)): node =>
      val start = node.top("kept:a")
      val stats = node.channels.streams.stats
      node.publishAll("kept:a", (1 to 4).map(text(_, 10_000)))
      val few = events(node, s"/events/kept:a?after=${start.epoch}:0")
      assert(data(few).contains(""""recovered":true"""))
      assertEquals(Iterator.continually(few.readLine()).flatMap(numbers).take(4).toVector, Vector(1, 2, 3, 4))
      node.publishAll("kept:a", (5 to 8).map(text(_, 10_000)))
      assertEquals(Iterator.continually(few.readLine()).flatMap(numbers).take(4).toVector, Vector(5, 6, 7, 8))
      few.close()
      val many = events(node, s"/events/kept:a?after=${start.epoch}:0")
      assert(data(many).contains(""""recovered":false"""))
      // the last page may not be known to be written yet
      Eventually.until("nothing waits")(stats.waitingBytes.sum == 0)
      node.publish("kept:a", text(9, 10))
      assertEquals(Iterator.continually(many.readLine()).flatMap(numbers).next(), 9)
      many.close()

  test("an event stream that is not read holds no more than its buffer where it cannot read later, and ends"):
    val pushed = kept.copy(delivery = Delivery.Push, bufferBytes = 100_000)
    pushing(namespaces = Seq(pushed)): node =>
      val stats = node.channels.streams.stats
      val raw = RawClient(node.server.port, 65_536)
      raw.get("/events/kept:a")
      node.awaitSubscribers("kept:a", 1)
      Eventually.until("it was too slow"):
        node.publishAll("kept:a", (1 to 10).map(text(_, 10_000)))
        val waiting = stats.waitingBytes.sum
        assert(waiting < 130_000, s"$waiting bytes wait")
        stats.endedSlow.sum == 1
      raw.close()
      assertEquals(stats.waitingBytes.sum, 0L)

  test("without later reads, a client that has missed more than fits into an answer is not recovered"):
    val pushed = kept.copy(delivery = Delivery.Push)
    for (many, bytes, recovered) <- Seq((11, 10, false), (6, 2000, false), (4, 2000, true), (10, 10, true)) do
      pushing(namespaces = Seq(pushed), node = _.copy(maxRecovered = 10, recoverBytes = 10_000)): node =>
        val start = node.top("kept:a")
        node.publishAll("kept:a", (1 to many).map(text(_, bytes)))
        node.connect(): client =>
          client.enter()
          val answer = client.ask(subscribe("kept:a", start))
          assertEquals(answer.contains(""""recovered":true"""), recovered, s"$many of $bytes bytes")
          assertEquals(numbers(answer).size, if recovered then many else 0)
          assert(answer.contains(s""""offset":$many,"was_recovering"""))

  test("one answer bounds what was missed in all subscriptions of the server; the rest comes later"):
    val names = (1 to 20).map(n => s"kept:$n").toSet
    val hooks = Hooks().onConnect(_ => Verdict.Allow(Admitted("ann", channels = names)))
    pushing(PushConfig(maxBufferedBytes = 64 * 1024), hooks, Seq(kept)): node =>
      val starts = names.map(name => name -> node.top(name)).toMap
      for name <- names do node.publishAll(name, (1 to 10).map(text(_, 2000)))
      node.connect(): client =>
        val subs =
          starts.map((name, p) => s""""$name":{"recover":true,"offset":${p.offset},"epoch":"${p.epoch}"}""")
        val answer = client.ask(s"""{"id":1,"connect":{"subs":{${subs.mkString(",")}}}}""")
        assertEquals("\"recovered\":true".r.findAllIn(answer).size, 20)
        assert(answer.length < 2 * 64 * 1024, s"${answer.length} bytes")
        val first = numbers(answer)
        val rest = Iterator.continually(client.hear()).flatMap(numbers).take(200 - first.size).toVector
        assertEquals((first ++ rest).sorted, (1 to 10).flatMap(Vector.fill(20)(_)).toVector)

  test(
    "presence that would be too long an answer is refused with 106, and its numbers are sent nevertheless"
  ):
    pushing(
      namespaces = Seq(kept),
      config = PushConfig(anonymous = true, limits = PushLimits(answerBytes = 20_000))
    ): node =>
      val info = Json(s"\"${"i" * 1000}\"")
      for n <- 1 to 15 do node.channels.enter("kept:a", ClientInfo(s"c$n", s"u$n", info))
      node.connect(): client =>
        client.enter()
        client.ask("""{"id":2,"subscribe":{"channel":"kept:a"}}"""): Unit
        Eventually.until("15 are there")(await(node.channels.presence("kept:a")).size == 16)
        assert(
          client.ask("""{"id":3,"presence":{"channel":"kept:a"}}""").startsWith("""{"id":3,"presence":""")
        )
        for n <- 16 to 25 do node.channels.enter("kept:a", ClientInfo(s"c$n", s"u$n", info))
        Eventually.until("25 are there")(await(node.channels.presence("kept:a")).size == 26)
        val long = client.ask("""{"id":4,"presence":{"channel":"kept:a"}}""")
        assertEquals(long, """{"id":4,"error":{"code":106,"message":"limit exceeded"}}""")
        val stats = client.ask("""{"id":5,"presence_stats":{"channel":"kept:a"}}""")
        assert(stats.contains(""""num_clients":26"""), stats)
      assert(node.metric("eddy_push_errors_total", "presence", "106"))
end AnswerBytesSuite
