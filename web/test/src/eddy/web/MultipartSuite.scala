package eddy.web

import java.nio.ByteBuffer
import java.nio.file.{Files, Path}
import java.util.concurrent.{CompletableFuture, ConcurrentLinkedQueue, LinkedBlockingQueue}
import scala.jdk.CollectionConverters.given

/** Forms with files, as clients send them. */
class MultipartSuite extends WebSuite:
  private val folder = eddy.testing.TestFolder.make("eddy-forms")
  private val options = MultipartOptions(folder = Some(folder))
  private val headers = Seq("Content-Type" -> "multipart/form-data; boundary=\"x-1\"")

  private def left: Seq[String] = Files.list(folder).iterator.asScala.map(_.toString).toSeq

  private def part(disposition: String, content: String, more: String = ""): String =
    s"--x-1\r\nContent-Disposition: form-data; $disposition\r\n$more\r\n$content\r\n"

  private def described(form: Multipart): String =
    val files = form.files.map: f =>
      s"${f.part.field}/${f.part.fileName}/${f.part.contentType.getOrElse("-")}/${f.size}/${Files.readString(f.path)}"
    (form.fields.map((k, v) => s"$k=$v") ++ files).mkString("|")

  private val routes = Routes
    .post("/", Body.Streamed()): (req, res) =>
      res.complete(req.multipart(options))(form => res.text(described(form)))
    .post("/whole"): (req, res) =>
      res.complete(req.multipart(options))(form => res.text(described(form)))

  private val mixed = part("name=\"title\"", "Ä day\r\nout") +
    part("name=\"pic\"; filename=\"a.txt\"", "0123", "Content-Type: text/plain\r\n") +
    part("name=\"title\"", "") +
    part("name=\"none\"; filename=\"\"", "", "Content-Type: application/octet-stream\r\n") +
    part("name=\"pic\"; filename=\"b\"", "--x\r\n--x-2\r\n\r") + "--x-1--\r\nbye"

  test("fields and files come in order, with every byte of theirs, whether the route streams or not"):
    serving(routes): server =>
      for path <- Seq("/", "/whole") do
        assertEquals(
          ask(server, path, "POST", mixed, headers).body,
          "title=Ä day\r\nout|title=|pic/a.txt/text/plain/4/0123|pic/b/-/13/--x\r\n--x-2\r\n\r"
        )
      assertEquals(ask(server, "/", "POST", "--x-1--", headers).body, "")

  test("a form may come byte by byte"):
    serving(routes): server =>
      connected(server): raw =>
        val bytes = mixed.getBytes
        raw.send(
          s"POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x-1\r\nContent-Length: ${bytes.length}\r\n\r\n"
        )
        bytes.foreach(b => raw.send(Array(b)))
        assertEquals(raw.answer().status, 200)
        raw.get("/nowhere")
        assertEquals(raw.answer().status, 404)

  test("a form is complete when its request is, and not when its last boundary has come"):
    serving(routes): server =>
      connected(server): raw =>
        val bytes = mixed.getBytes
        raw.send(
          "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x-1\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        raw.send(s"${bytes.length.toHexString}\r\n")
        raw.send(bytes)
        assert(!raw.hasMoreWithin(150), "answered before the request's end")
        raw.send("\r\n0\r\n\r\n")
        assertEquals(raw.answer().status, 200)

  test(
    "temporary files go when the response has ended, or the client, or the form turns out to be wrong; moved ones stay"
  ):
    val kept = folder.resolve("kept")
    val seen = ConcurrentLinkedQueue[Path]()
    val failed = CompletableFuture[Throwable]()
    val keeping = routes ++ Routes
      .post("/keep", Body.Streamed()): (req, res) =>
        res.complete(req.multipart(options)): form =>
          form.files.foreach(f => seen.add(f.path))
          form.file("pic").foreach(_.moveTo(kept))
          res.text("kept")
      .post("/gone", Body.Streamed()): (req, _) =>
        req.multipart(options).failed.foreach(failed.complete(_): Unit)(using engine.executionContext)
    serving(keeping): server =>
      assertEquals(ask(server, "/keep", "POST", mixed, headers).body, "kept")
      assertEquals(Files.readString(kept), "0123")
      awaitGone(seen.asScala.toSeq)
      val wrong = ask(server, "/", "POST", mixed.replace("--x-1--", "--x-1-"), headers)
      assertEquals(wrong.statusCode, 400)
      val raw = RawClient(server.port)
      raw.send(
        "POST /gone HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x-1\r\nContent-Length: 9999\r\n\r\n" + mixed
      )
      raw.reset()
      assert(await(failed).isInstanceOf[BodyException], await(failed))
    awaitGone(left.filterNot(_ == kept.toString).map(Path.of(_)))
    assertEquals(left, Seq(kept.toString))

  test("files may be taken while they come, in events of the request; a slow one holds its client back"):
    val pieces = LinkedBlockingQueue[Int]()
    val go = CompletableFuture[Unit]()
    val routes = Routes.post("/", Body.Streamed(maxBytes = 1L << 30)): (req, res) =>
      val form = req.multipartTo(MultipartOptions(maxFileBytes = 1L << 30)): _ =>
        new FileSink:
          def write(piece: ByteBuffer): Unit =
            pieces.put(piece.remaining)
            await(go)
          def end(): Unit = pieces.put(-1)
          def fail(cause: Throwable): Unit = pieces.put(-2)
      res.complete(form)(form => res.text(form.fields.mkString))
    serving(routes): server =>
      connected(server): raw =>
        val size = 48 << 20
        val start = part("name=\"f\"; filename=\"big\"", "").stripSuffix("\r\n")
        val end = "\r\n" + part("name=\"last\"", "yes") + "--x-1--\r\n"
        raw.send(
          s"POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x-1\r\nContent-Length: ${size + start.length + end.length}\r\n\r\n"
        )
        val sender = Thread: () =>
          raw.send(start)
          raw.send(new Array[Byte](size))
          raw.send(end)
        sender.start()
        assert(awaitNext(pieces) > 0)
        sender.join(500)
        assert(sender.isAlive, "48 MiB were taken for a sink that has taken one piece")
        go.complete(())
        assertEquals(raw.answer().body, "(last,yes)")
        sender.join()
        assert(pieces.asScala.toSeq.contains(-1))

  test("a sink that fails ends the form, and its failure is the answer"):
    val told = CompletableFuture[Throwable]()
    val routes = Routes.post("/", Body.Streamed()): (req, res) =>
      val form = req.multipartTo(): file =>
        if file.fileName.endsWith(".exe") then throw HttpProblem(422, "No programs.")
        new FileSink:
          def write(piece: ByteBuffer): Unit = throw IllegalStateException("full")
          def end(): Unit = ()
          def fail(cause: Throwable): Unit = told.complete(cause): Unit
      res.complete(form)(_ => res.text("?"))
    serving(routes): server =>
      assertEquals(ask(server, "/", "POST", mixed, headers).statusCode, 500)
      assertEquals((await(told).getMessage, nextReport()._1.getMessage), ("full", "full"))
      assertEquals(ask(server, "/", "POST", mixed.replace("a.txt", "a.exe"), headers).statusCode, 422)
end MultipartSuite
