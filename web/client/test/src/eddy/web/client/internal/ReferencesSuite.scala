package eddy.web.client.internal

import eddy.testing.PatientSuite

import java.net.URI
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}

class ReferencesSuite extends PatientSuite:
  private val base = "http://a/b/c/d;p?q"

  // RFC 3986, sections 5.4.1 and 5.4.2
  private val normal = Seq(
    "g:h" -> "g:h",
    "g" -> "http://a/b/c/g",
    "./g" -> "http://a/b/c/g",
    "g/" -> "http://a/b/c/g/",
    "/g" -> "http://a/g",
    "//g" -> "http://g",
    "?y" -> "http://a/b/c/d;p?y",
    "g?y" -> "http://a/b/c/g?y",
    "#s" -> "http://a/b/c/d;p?q#s",
    "g#s" -> "http://a/b/c/g#s",
    "g?y#s" -> "http://a/b/c/g?y#s",
    ";x" -> "http://a/b/c/;x",
    "g;x" -> "http://a/b/c/g;x",
    "g;x?y#s" -> "http://a/b/c/g;x?y#s",
    "" -> "http://a/b/c/d;p?q",
    "." -> "http://a/b/c/",
    "./" -> "http://a/b/c/",
    ".." -> "http://a/b/",
    "../" -> "http://a/b/",
    "../g" -> "http://a/b/g",
    "../.." -> "http://a/",
    "../../" -> "http://a/",
    "../../g" -> "http://a/g"
  )
  private val abnormal = Seq(
    "../../../g" -> "http://a/g",
    "../../../../g" -> "http://a/g",
    "/./g" -> "http://a/g",
    "/../g" -> "http://a/g",
    "g." -> "http://a/b/c/g.",
    ".g" -> "http://a/b/c/.g",
    "g.." -> "http://a/b/c/g..",
    "..g" -> "http://a/b/c/..g",
    "./../g" -> "http://a/b/g",
    "./g/." -> "http://a/b/c/g/",
    "g/./h" -> "http://a/b/c/g/h",
    "g/../h" -> "http://a/b/c/h",
    "g;x=1/./y" -> "http://a/b/c/g;x=1/y",
    "g;x=1/../y" -> "http://a/b/c/y",
    "g?y/./x" -> "http://a/b/c/g?y/./x",
    "g?y/../x" -> "http://a/b/c/g?y/../x",
    "g#s/./x" -> "http://a/b/c/g#s/./x",
    "g#s/../x" -> "http://a/b/c/g#s/../x",
    "http:g" -> "http:g"
  )

  private def bytes(text: String) = String(text.getBytes(UTF_8), ISO_8859_1)

  private val encodings = Seq(
    "/a b" -> "/a%20b",
    "  /a\t" -> "/a",
    "/a%20b%2Fc%c3%a4" -> "/a%20b%2Fc%c3%a4",
    "/100%" -> "/100%25",
    "/%zz%4" -> "/%25zz%254",
    "/a\"<>`{}|^" -> "/a%22%3C%3E%60%7B%7D%7C%5E",
    "/a[1]" -> "/a%5B1%5D",
    "/a\\b?c\\d" -> "/a/b?c%5Cd",
    "/?q=a b&r=\"x\"|{}" -> "/?q=a%20b&r=%22x%22%7C%7B%7D",
    "/?u=http://x/?y" -> "/?u=http://x/?y",
    bytes("/äöü?ß") -> "/%C3%A4%C3%B6%C3%BC?%C3%9F",
    "/€" -> "/%E2%82%AC",
    "/\u00e4" -> "/%E4",
    "/a?b#c d" -> "/a?b#c%20d",
    bytes("http://bücher.example/ü") -> "http://xn--bcher-kva.example/%C3%BC",
    "http://[::1]:80/x" -> "http://[::1]:80/x"
  )

  for (reference, absolute) <- normal ++ abnormal do
    test(s"\"$reference\" means $absolute (RFC 3986, section 5.4), also when it is encoded first"):
      assertEquals(References.resolve(base, reference), absolute)
      assertEquals(References.resolve(base, References.encoded(reference)), absolute)

  test("a base without a path has the root"):
    assertEquals(References.resolve("http://a", "g"), "http://a/g")
    assertEquals(References.resolve("http://a?q", "g"), "http://a/g")
    assertEquals(References.resolve("http://a", "?q"), "http://a?q")

  for (given_, expected) <- encodings do
    test(s"\"$given_\" is sent as $expected"):
      val once = References.encoded(given_)
      assertEquals(once, expected)
      assertEquals(References.encoded(once), once)
      URI(once): Unit

  test("whatever the characters, the result can be sent"):
    val random = scala.util.Random(4)
    for _ <- 1 to 20_000 do
      val text = Seq.fill(
        random.nextInt(12)
      )(" /?#%:\\[]{}|^`\"<>.a4;&=+\u00e4\u20ac\u007f".charAt(random.nextInt(26))).mkString
      val once = References.encoded("/x" + text)
      assertEquals(References.encoded(once), once, text)
      URI(References.resolve(base, once)): Unit

  /** As RFC 3986, section 5.2.4, describes it, step by step. */
  private def byTheBook(path: String): String =
    var in = path
    val out = StringBuilder()
    def dropLast(): Unit = out.setLength(math.max(0, out.lastIndexOf("/")))
    while in.nonEmpty do
      if in.startsWith("../") then in = in.substring(3)
      else if in.startsWith("./") then in = in.substring(2)
      else if in.startsWith("/./") then in = in.substring(2)
      else if in == "/." then in = "/"
      else if in.startsWith("/../") then
        in = in.substring(3)
        dropLast()
      else if in == "/.." then
        in = "/"
        dropLast()
      else if in == "." || in == ".." then in = ""
      else
        val end = in.indexOf('/', 1)
        val segment = if end < 0 then in else in.substring(0, end)
        out.append(segment)
        in = in.substring(segment.length)
    out.result()
  end byTheBook

  test("dots of every short path are resolved as the standard describes it"):
    val pieces = Seq("/", ".", "..", "a", "/..", "/.", "//", "...")
    val paths = Iterator.iterate(Seq(""))(_.flatMap(path => pieces.map(path + _))).take(5).flatten
    // two slashes begin a host
    for path <- paths if !path.startsWith("//") do
      assertEquals(References.resolve("s:", s"t:$path"), s"t:${byTheBook(path)}", path)

  test("a Location of a megabyte costs little"):
    val threads = java.lang.management.ManagementFactory.getThreadMXBean
    val before = threads.getCurrentThreadCpuTime
    val long = "/a" * 300_000
    assertEquals(References.resolve(base, s"$long/b/.."), s"http://a$long/")
    // copying the rest for each segment takes a minute
    assert(clue((threads.getCurrentThreadCpuTime - before) / 1_000_000) < 2000)
end ReferencesSuite
