package eddy.web

import eddy.testing.Waits
import eddy.web.http2.RawHttp2
import eddy.web.tls.Pem

import java.nio.file.Files
import java.util.concurrent.{FutureTask, TimeUnit}
import scala.concurrent.duration.DurationInt

/** A client that sends a body slowly and steadily is waited for, whether the body is received whole or
  * streams.
  */
class SteadyUploadSuite extends WebSuite:
  private val routes = Routes
    .post("/whole")((req, res) => res.text(req.bodyBytes.length.toString))
    .post("/streamed", Body.Streamed())((req, res) =>
      res.complete(req.body.discard())(n => res.text(n.toString))
    )
  private val config = quiet.copy(timeouts = Timeouts(body = 1.second))

  /** Sends in steps, and the server looks at its deadlines between them, four times in each silence
    * allowed; whether the answer says that all has come.
    */
  private final case class Row(
      name: String,
      tls: Boolean = false
  )(val send: (RunningServer, String) => (Int, String))

  private def curl(server: RunningServer, path: String, more: String*): (Int, String) =
    val file = Files.createTempFile("eddy-upload", ".bin")
    try
      Files.write(file, new Array[Byte](curlBytes)): Unit
      val command =
        Seq("curl", "-sk", "--limit-rate", "40k", "-w", " %{http_code}", "--data-binary", s"@$file") ++ more
      val curl = ProcessBuilder((command :+ server.url + path)*).start()
      val text = String(curl.getInputStream.readAllBytes()).split(' ')
      assert(curl.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS))
      (text.last.toInt, text.head)
    finally Files.delete(file)

  private val curlBytes = 200_000
  private val steps = 10
  private val stepBytes = 6000

  private val rows = Seq(
    Row("HTTP/1.1"): (server, path) =>
      val raw = RawClient(server.port)
      try
        raw.send(s"POST $path HTTP/1.1\r\nHost: x\r\nContent-Length: ${steps * stepBytes}\r\n\r\n")
        val sweeps = Sweeps(server)
        (1 to steps).foreach: _ =>
          sweeps.await()
          raw.send(new Array[Byte](stepBytes))
        val answer = raw.answer()
        (answer.status, answer.body)
      finally raw.close()
    ,
    Row("HTTP/2"): (server, path) =>
      val raw = RawHttp2(server.port)
      try
        val stream = raw.request(path, "POST", end = false)
        val sweeps = Sweeps(server)
        (1 to steps).foreach: n =>
          sweeps.await()
          raw.data(stream, new Array[Byte](stepBytes), end = n == steps)
        val answer = raw.answer(stream)
        (answer.status, answer.text)
      finally raw.close()
    ,
    Row("curl with --limit-rate")((server, path) => curl(server, path)),
    Row("curl with --limit-rate over TLS and HTTP/2", tls = true)((server, path) =>
      curl(server, path, "--http2")
    )
  )

  private val paths = Seq("/whole", "/streamed")

  /** Begins on a thread of its own. The clients of a suite mostly wait: all of them together take as long as
    * one.
    */
  private def begun[A](of: => A): FutureTask[A] =
    val task = FutureTask[A](() => of)
    val _ = Thread.ofVirtual.start(task)
    task

  private lazy val uploads =
    for row <- rows; path <- paths yield (row, path) -> begun:
      // curl sends in bursts, and is silent between them
      val silence = if row.name.startsWith("curl") then 3.seconds else 1.second
      val secure = if row.tls then Some(Tls(Pem.shared)) else None
      serving(routes, config.copy(tls = secure, timeouts = Timeouts(body = silence)))(row.send(_, path))

  for row <- rows; path <- paths do
    test(s"a client that sends slowly and steadily is waited for: ${row.name} to $path"):
      val size = if row.name.startsWith("curl") then curlBytes else steps * stepBytes
      val (_, upload) = uploads.find(_(0) == (row, path)).get
      assertEquals(upload.get(Waits.LimitSeconds, TimeUnit.SECONDS), (200, size.toString))

  /** @param stepMillis between two bytes */
  private def drips(server: RunningServer, path: String, stepMillis: Int): Int =
    connected(server): raw =>
      raw.send(s"POST $path HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\n")
      var drops = 0
      while drops < 1000 && !raw.hasMoreWithin(stepMillis) do
        raw.send("x")
        drops += 1
      raw.answer().status

  private def fallsSilent(server: RunningServer, path: String): Int =
    val raw = RawHttp2(server.port)
    try
      val stream = raw.request(path, "POST", end = false)
      raw.data(stream, new Array[Byte](1), end = false)
      raw.answer(stream).status
    finally raw.close()

  for path <- paths do
    test(s"a client that drips, or falls silent, is not: to $path"):
      serving(routes, config): server =>
        val all = Seq(begun(drips(server, path, 100)), begun(drips(server, path, 5000))) ++
          Seq.fill(2)(begun(fallsSilent(server, path)))
        for one <- all do assertEquals(one.get(Waits.LimitSeconds, TimeUnit.SECONDS), 408)
end SteadyUploadSuite
