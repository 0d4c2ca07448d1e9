package eddy.web

import java.nio.charset.Charset
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}

/** Forms that are malformed or exceed a limit: the status and the reason, and a server that still serves. */
class MultipartTableSuite extends WebSuite:
  private val options =
    MultipartOptions(maxParts = 5, maxHeaderBytes = 200, maxFieldBytes = 100, maxFileBytes = 1000)
  private val routes = Routes.post("/", Body.Streamed(maxBytes = 20_000)): (req, res) =>
    res.complete(req.multipart(options)): form =>
      res.text((form.fields.map((k, v) => s"$k=$v") ++ form.files.map(_.part.fileName)).mkString("|"))

  private lazy val server: RunningServer = Server(quiet).start(routes)
  override def afterAll(): Unit =
    server.stop()
    super.afterAll()

  private val Form = "multipart/form-data; boundary=b"
  private val name = "Content-Disposition: form-data; name=\"a\""
  private def part(header: String, content: String = "x"): String = s"--b\r\n$header\r\n\r\n$content\r\n"
  private val end = "--b--\r\n"

  private def post(contentType: Option[String], body: String, charset: Charset = UTF_8): RawAnswer =
    connected(server): raw =>
      val bytes = body.getBytes(charset)
      val typed = contentType.fold("")(t => s"Content-Type: $t\r\n")
      raw.send(s"POST / HTTP/1.1\r\nHost: x\r\n${typed}Content-Length: ${bytes.length}\r\n\r\n")
      raw.send(bytes)
      raw.answer()

  private def refused(
      what: String,
      status: Int,
      why: String,
      contentType: String = Form
  )(body: String): Unit =
    test(s"refused with $status: $what"):
      val answer = post(Option.when(contentType.nonEmpty)(contentType), body)
      assertEquals(answer.status, status, answer.body)
      assert(answer.body.contains(why), answer.body)
      assertEquals(post(Some(Form), part(name) + end).body, "a=x", "the server does not go on")
      assertEquals(reports.poll(), null)

  private def taken(what: String, result: String)(body: String, charset: Charset = UTF_8): Unit =
    test(s"taken: $what"):
      val answer = post(Some(Form), body, charset)
      assertEquals((answer.status, String(answer.body.getBytes("ISO-8859-1"), UTF_8)), (200, result))

  private val good = part(name) + end
  refused("no content type", 415, "must be a form", "")(good)
  refused("another content type", 415, "must be a form", "multipart/mixed; boundary=b")(good)
  refused("no boundary", 400, "has no boundary", "multipart/form-data")(good)
  refused("an empty boundary", 400, "has no boundary", "multipart/form-data; boundary=\"\"")(good)
  refused("a boundary too long", 400, "longer than 70", s"multipart/form-data; boundary=${"b" * 71}")(good)
  refused("a boundary with strange characters", 400, "not allowed", "multipart/form-data; boundary=a<b")(good)
  refused(
    "another boundary than announced",
    400,
    "is not in the body",
    "multipart/form-data; boundary=c"
  )(good)
  refused("nothing", 400, "is not in the body")("")
  refused("cut off in a header", 400, "in part 1: it ends there")("--b\r\nContent-Dispo")
  refused("cut off in a field", 400, "in part 1: it ends there")(s"--b\r\n$name\r\n\r\nhel")
  refused("cut off before the last boundary", 400, "in part 1: it ends there")(part(name))
  refused("cut off in the last boundary", 400, "in part 1: it ends there")(part(name) + "--b-")
  refused("a boundary with something behind it", 400, "in part 1")(part(name) + "--bb--\r\n")
  refused("a part without a header", 400, "Part 1 of the form is malformed: it has no header")(
    "--b\r\n\r\nGET /\r\n\r\n" + end
  )
  refused(
    "a part without Content-Disposition",
    400,
    "has no Content-Disposition"
  )(part("Content-Type: text/plain") + end)
  refused("two of them", 400, "more than one content-disposition")(part(s"$name\r\n$name") + end)
  refused(
    "one of another kind",
    400,
    "is not form-data"
  )(part("Content-Disposition: attachment; name=\"a\"") + end)
  refused("no name", 400, "has no name")(part("Content-Disposition: form-data") + end)
  refused("two names", 400, "given twice")(part(s"$name; name=\"b\"") + end)
  refused("two file names", 400, "given twice")(part(s"$name; filename=\"b\"; filename=\"c\"") + end)
  refused(
    "a quote without its end",
    400,
    "cannot be read"
  )(part("Content-Disposition: form-data; name=\"a") + end)
  refused("junk between parameters", 400, "cannot be read")(part(s"$name junk; filename=\"a\"") + end)
  refused("an extended file name alone, in an unknown charset", 400, "cannot be read")(
    part(s"$name; filename*=klingon''a") + end
  )
  refused("one that is not of its charset", 400, "cannot be read")(part(s"$name; filename*=utf-8''%ff") + end)
  refused("one with half an escape", 400, "cannot be read")(part(s"$name; filename*=utf-8''a%4") + end)
  refused("a piece of one", 400, "is a piece of one")(part(s"$name; filename*0=a; filename*1=.txt") + end)
  refused("an extended piece of one", 400, "is a piece of one")(part(s"$name; filename*0*=utf-8''a") + end)
  refused("one without a charset", 400, "cannot be read")(part(s"$name; filename*=a.txt") + end)
  refused("two extended file names", 400, "given twice")(
    part(s"$name; filename*=utf-8''a; filename*=utf-8''b") + end
  )
  refused("a folded header", 400, "folded")(part(s"$name;\r\n filename=\"a\"") + end)
  refused("a bare line feed that would begin a header", 400, "control character")(
    part(s"$name\nContent-Type: text/html") + end
  )
  refused("a bare carriage return", 400, "control character")(part(s"$name; filename=\"a\rb\"") + end)
  refused(
    "a NUL in a file name",
    400,
    "control character"
  )(part(s"$name; filename=\"a.exe\u0000.txt\"") + end)
  refused("a header line without a colon", 400, "no name and colon")(part(s"$name\r\nfoo") + end)
  refused("a form within a form", 400, "form within a form")(
    part(s"$name\r\nContent-Type: multipart/mixed; boundary=c", "--c\r\n\r\nx\r\n--c--") + end
  )
  refused(
    "base64",
    400,
    "Content-Transfer-Encoding"
  )(part(s"$name\r\nContent-Transfer-Encoding: base64") + end)
  refused("a charset in which the boundary would be another", 400, "ends there")(
    part(s"$name\r\nContent-Type: text/plain; charset=utf-16") + part(name)
  )
  refused("a header too long", 400, "longer than 200 bytes")(part(s"$name\r\nX: ${"y" * 200}") + end)
  refused("a header without an end", 400, "longer than 200 bytes")(s"--b\r\n${"X: y\r\n" * 500}")
  refused("more parts than allowed", 413, "more than 5 parts")(part(name) * 6 + end)
  refused("very many empty parts", 413, "more than 5 parts")(part(name, "") * 300 + end)
  refused("fields too large, in one", 413, "fields are larger than 100 bytes")(part(name, "x" * 101) + end)
  refused(
    "fields too large, together",
    413,
    "fields are larger than 100 bytes"
  )(part(name, "x" * 40) * 3 + end)
  refused("a file too large", 413, "larger than 1000 bytes")(part(s"$name; filename=\"f\"", "x" * 1001) + end)
  refused(
    "a body larger than the route allows",
    413,
    "larger than 20000 bytes"
  )(part(name, "x" * 20_000) + end)

  taken("fields as large as allowed", s"a=${"x" * 100}")(part(name, "x" * 100) + end)
  taken("a preamble", "a=x")("This is a form.\r\n" + good)
  taken("what looks like a boundary and is none", "a= --b\r\n-b--|a=\r\n--c")(
    part(name, " --b\r\n-b--") + part(name, "\r\n--c") + end
  )
  private def named(sent: String) = part(s"$name; filename=\"$sent\"") + end
  taken("a name without its path", "passwd")(named("../../etc/passwd"))
  taken("a name without its drive", "run.bat")(named("C:\\temp\\run.bat"))
  taken("a hidden file", "bashrc")(named(".bashrc"))
  taken("a path alone", "file")(named("../.."))
  taken("a name that some system reserves", "_con.txt")(named("con.txt"))
  taken("characters that some system does not allow", "a_b_c_.txt")(named("a<b>c?.txt"))
  taken("a quote, as browsers send it", "a_b.txt")(named("a%22b.txt"))
  taken("a quote, as others send it", "a_b.txt")(named("a\\\"b.txt"))
  taken("a name that turns direction", "agnp.exe")(named("a\u202egnp.exe"))
  taken("a name in another script", "写真.png")(named("写真.png"))
  // as browsers send them; they escape quotes alone
  taken("a file's name that ends in a backslash", "file")(named("a\\"))
  taken("a path that ends in a backslash", "b=x|file")(
    named("C:\\a\\").stripSuffix(end) + part("Content-Disposition: form-data; name=b") + end
  )
  taken("a field's name that ends in a backslash", "f.txt")(
    part("Content-Disposition: form-data; name=\"a\\\"; filename=\"f.txt\"") + end
  )
  taken("a backslash in a field's name", "a\\b=x")(
    part("Content-Disposition: form-data; name=\"a\\b\"") + end
  )
  taken("a field without a name beside others", "=x|a=x")(
    part("Content-Disposition: form-data; name=\"\"") + part(name) + end
  )
  taken("a semicolon at the end", "a=x|f.txt")(
    part(s"$name;") + part(s"$name; filename=\"f.txt\"; ") + end
  )
  taken("a charset that is not known, in one part", "a=é|a=x")(
    part(s"$name\r\nContent-Type: text/plain; charset=klingon", "é") + part(name) + end
  )
  // .NET's MultipartFormDataContent
  private def dotNet = "Content-Disposition: form-data; name=file; filename"
  taken(
    "an extended name beside the plain one",
    "a.txt"
  )(part(s"$dotNet=a.txt; filename*=utf-8''b.txt") + end)
  taken(
    "the same in the other order",
    "a.txt"
  )(part(s"$name; filename*=utf-8''b.txt; filename=\"a.txt\"") + end)
  taken("a malformed one beside the plain one", "a.txt")(part(s"$dotNet=a.txt; filename*=%%%") + end)
  taken("words of mail, which are taken literally", "=_utf-8_B_w6kudHh0_=")(
    part(s"$dotNet=\"=?utf-8?B?w6kudHh0?=\"; filename*=utf-8''%C3%A9.txt") + end
  )
  // urllib3 1.x
  taken("an extended name alone", "é.txt")(part(s"$name; filename*=utf-8''%C3%A9.txt") + end)
  taken("one with a language, in Latin-1", "é.txt")(part(s"$name; filename*=ISO-8859-1'fr'%E9.txt") + end)
  taken("one in quotes", "é.txt")(part(s"$name; filename*=\"UTF-8''%C3%A9.txt\"") + end)
  taken("one that would lead elsewhere", "passwd")(part(s"$name; filename*=utf-8''..%2F..%2Fpasswd") + end)
  taken(
    "an extended name of a field",
    "é=x"
  )(part("Content-Disposition: form-data; name*=utf-8''%C3%A9") + end)
  // a page in windows-1252
  taken("a file's name that is not UTF-8", "caf.txt")(
    part(s"$name; filename=\"caf\u00e9.txt\"") + end,
    ISO_8859_1
  )
  taken("a field's name and value that are not UTF-8", "a\ufffd=\ufffd|b=x")(
    part(
      "Content-Disposition: form-data; name=\"a\u00e9\"",
      "\u00e9"
    ) + part("Content-Disposition: form-data; name=b") +
      end,
    ISO_8859_1
  )
  taken("a very long name", s"${"a" * 96}.png")(part(s"$name; filename=\"${"a" * 96}.png\"") + end)

  test("a long name needs no stack"):
    for text <- Seq("n" * 1_000_000, "\\\\" * 500_000) do
      val header = internal.PartHeader.parse(s"Content-Disposition: form-data; name=\"$text\"\r\n\r\n", 1)
      assertEquals(header.name, text.replace("\\\\", "\\"))
end MultipartTableSuite
