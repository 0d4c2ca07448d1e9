package eddy.web.conformance

import eddy.testing.{Need, NeedingSuite, TestLength, TimeLimit}
import eddy.web.{Http2, Routes, RunningServer, SendResult, Server, ServerConfig, WebSocketOptions}

import java.util.concurrent.CompletableFuture
import scala.concurrent.duration.DurationInt

/** Runs cases of the Autobahn test suite against an echo server: whole sections with `./eddy test --all`,
  * otherwise some cases of each.
  */
abstract class AutobahnRuns(topic: String) extends NeedingSuite(topic):
  override protected def timeLimit: TimeLimit =
    TimeLimit(10.minutes, "It runs some hundred cases of another program, many of which wait for a timeout.")

  private val python = need(
    Need.that(
      "a Python from 3.9 to 3.12 with venv and lib2to3",
      "apt-get install python3 python3-venv python3-lib2to3"
    )(Python.find)
  )
  private val home = need(
    Need.that("the Python package autobahntestsuite", "mend what kept it from being installed, see above"):
      if python.isMissing then None else Autobahn.prepare(python.path)
  )
  private lazy val autobahn = Autobahn(home.path)
  private var server: Option[RunningServer] = None
  private var counts = Vector.empty[(line: String, passed: Int, of: Int)]
  private var all = Vector.empty[String]

  /** Where Autobahn's client finds the server. */
  protected def portTo(server: RunningServer): Int = server.port
  private lazy val port = portTo(server.get)

  override def beforeAll(): Unit =
    super.beforeAll()
    // Section 9 sends messages of 16 MiB, in frames of 64 bytes up to the whole.
    val options = WebSocketOptions(maxMessageBytes = 16 * 1024 * 1024, maxBufferedBytes = 32 * 1024 * 1024)
    val routes = Routes.webSocket("/echo", options): socket =>
      // Closed is fine: some cases break the connection right behind a message.
      socket.onText(text => assertNotEquals(socket.send(text), SendResult.Full))
      socket.onBinary(bytes => assertNotEquals(socket.send(bytes), SendResult.Full))
    // Windows for the largest message: the bridge to HTTP/2 sends without asking for leave.
    val http2 = Http2(windowBytes = 32 * 1024 * 1024, connectionWindowBytes = 32 * 1024 * 1024)
    // read before the first case, which does not wait long
    val config = ServerConfig(port = 0, accessLog = false, http2 = Some(http2), analysisWithin = 2.minutes)
    server = Some(Server(config).start(routes))

  override def afterAll(): Unit =
    server.foreach(_.stop())
    counts.foreach(count => println(count.line))
    println(s"$topic: ${counts.map(_.passed).sum} of ${counts.map(_.of).sum} cases passed")

  /** @param some those that always run */
  protected def section(name: String, title: String, count: Int)(some: String*): Unit =
    whole(name, title, count, Seq(name))
    if !TestLength.isFull then define(name, s"$title: ${some.mkString(" and ")} pass", some.size, some)

  /** @param always how many of them always run, from the first */
  protected def cases(name: String, title: String, always: Int, wanted: String*): Unit =
    whole(name, title, wanted.size, wanted)
    if !TestLength.isFull && always > 0 then
      define(name, s"$title: ${wanted.take(always).mkString(" and ")} pass", always, wanted.take(always))

  private def whole(name: String, title: String, count: Int, wanted: Seq[String]): Unit =
    if TestLength.isFull then define(name, s"$title: every case passes", count, wanted)
    // counted as left out
    else test(s"section $name, $title: every case passes".tag(LongTest))(())

  // Two processes beside each other, as starting one takes seconds: most cases wait, and those of the second
  // compute.
  private lazy val begun: Seq[CompletableFuture[Seq[CaseResult]]] =
    val (computing, waiting) = all.partition(name => Set("9", "12", "13")(name.takeWhile(_ != '.')))
    val processes = if TestLength.isFull then Seq(waiting, computing) else Seq(all)
    processes.map: some =>
      CompletableFuture.supplyAsync(() => run(some), task => Thread.startVirtualThread(task): Unit)

  private def results: Seq[CaseResult] = begun.flatMap(_.join())

  private def define(name: String, what: String, count: Int, wanted: Seq[String]): Unit =
    all ++= wanted
    test(s"section $name, $what"):
      val first = results.filter(result => wanted.exists(w => s"${result.id}.".startsWith(s"$w.")))
      // Many cases allow half a second: cases for which a busy machine was too slow are tried again, alone,
      // some times.
      val again = first.filterNot(_.passed).flatMap: result =>
        println(s"autobahn, to be tried again: ${result.reason}")
        val tries = LazyList.continually(run(Seq(result.id))).take(5)
        tries.find(_.forall(_.passed)).getOrElse(tries.last)
      val tried = first.filter(_.passed) ++ again
      val (passed, failed) = tried.partition(_.passed)
      val remarks = Seq(
        passed.count(_.verdict == "NON-STRICT") -> "not in the strictest way",
        again.count(_.passed) -> "when tried again"
      ).collect { case (n, how) if n > 0 => s", $n $how" }
      val line = s"autobahn section $name: ${passed.size} of $count passed${remarks.mkString}"
      counts :+= (line, passed.size, count)
      assertEquals(tried.size, count, "cases that ran")
      assert(failed.isEmpty, failed.map(_.reason).mkString(s"$line\n", "\n", ""))
  end define

  private def run(wanted: Seq[String]): Seq[CaseResult] =
    autobahn.run(s"ws://127.0.0.1:$port/echo", wanted)
end AutobahnRuns
