package eddy.web

import scala.compiletime.testing.typeCheckErrors

/** HTML that is made of texts from elsewhere. */
class HtmlSuite extends WebSuite:
  private val evil = """<script>alert("1")</script> & 'more'"""
  private val escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;"

  // as browsers read them, with and without a scheme
  private val addresses = List(
    "/a/b?c=d&e=f#g" -> "/a/b?c=d&amp;e=f#g",
    "https://eddy.example/x y" -> "https://eddy.example/x%20y",
    "mailto:ann@example.org" -> "mailto:ann@example.org",
    "a/b:c" -> "a/b:c",
    "?next=javascript:x" -> "?next=javascript:x",
    "/%C3%A9" -> "/%C3%A9",
    "/é" -> "/%C3%A9",
    "javascript:alert(1)" -> "about:invalid",
    "JaVaScRiPt:alert(1)" -> "about:invalid",
    " java\tscript:alert(1)" -> "about:invalid",
    "\u0001javascript:alert(1)" -> "about:invalid",
    "data:text/html,<script>" -> "about:invalid",
    "vbscript:x" -> "about:invalid",
    "&#106;avascript:alert(1)" -> "&amp;#106;avascript:alert(1)"
  )
  test("texts are escaped, between tags and in attributes"):
    assertEquals(html"<p>$evil</p>".markup, s"<p>$escaped</p>")
    assertEquals(
      html"""<p title="$evil" class='$evil'>x</p>""".markup,
      s"""<p title="$escaped" class='$escaped'>x</p>"""
    )
    assertEquals(
      html"<title>$evil</title><textarea rows=3>$evil</textarea>".markup,
      s"<title>$escaped</title><textarea rows=3>$escaped</textarea>"
    )
    assertEquals(html"a < b ${"<"} c".markup, "a < b &lt; c")

  test("HTML, options, lists and numbers go in as they are; nothing is escaped twice"):
    val items = List("a", "<b>").map(name => html"<li>$name</li>")
    assertEquals(html"<ul>$items</ul>".markup, "<ul><li>a</li><li>&lt;b&gt;</li></ul>")
    assertEquals(html"${Some("<")}${None}${Option.empty[Html]}${List("a", "b")}".markup, "&lt;ab")
    assertEquals(html"${1} ${2L} ${2.5} ${true} ${'<'} ${BigInt(3)}".markup, "1 2 2.5 true &lt; 3")
    assertEquals(html"<p>${html"<b>$evil</b>"}</p>".markup, s"<p><b>$escaped</b></p>")
    assertEquals(html"<hr>${Html.trusted("<br>")}${Html.empty}".markup, "<hr><br>")

  test("HTML in an attribute is a text there"):
    assertEquals(
      html"""<p title="${html"<b>x</b>"}">y</p>""".markup,
      """<p title="&lt;b&gt;x&lt;/b&gt;">y</p>"""
    )

  for (address, shown) <- addresses do
    test(s"an address: ${address.filter(_ >= ' ')}"):
      assertEquals(html"""<a href="$address">x</a>""".markup, s"""<a href="$shown">x</a>""")

  test("parts of an address are encoded for their place"):
    val name = "a/b ?&=é\""
    assertEquals(
      html"""<a href="/users/$name">x</a>""".markup,
      """<a href="/users/a/b%20%3F&amp;=%C3%A9%22">x</a>"""
    )
    assertEquals(
      html"""<a href="/find?q=$name&page=${2}">x</a>""".markup,
      """<a href="/find?q=a%2Fb%20%3F%26%3D%C3%A9%22&page=2">x</a>"""
    )
    assertEquals(html"""<form action='/to/${"x"}'></form>""".markup, "<form action='/to/x'></form>")

  test("the zero character, which HTML does not have, is replaced"):
    assertEquals(html"<p>${"a\u0000b"}</p>".markup, "<p>a\ufffdb</p>")

  private def error(found: List[scala.compiletime.testing.Error]): String = found.map(_.message).mkString

  test("where no escaping makes a value safe it does not compile"):
    assert(error(
      typeCheckErrors("""html"<script>var x = ${evil}</script>" """)
    ).contains("<script> cannot be escaped"))
    assert(error(typeCheckErrors("""html"<style>${evil}</style>" """)).contains("<style> cannot be escaped"))
    assert(error(typeCheckErrors("""html"<!-- ${evil} -->" """)).contains("comment"))
    assert(error(
      typeCheckErrors("""html"<p title=${evil}>x</p>" """)
    ).contains("quotes around the value of the attribute title"))
    assert(error(typeCheckErrors("""html"<p ${evil}>x</p>" """)).contains("part of a tag"))
    assert(error(typeCheckErrors("""html"<${evil}>x" """)).contains("part of a tag"))
    assert(error(
      typeCheckErrors("""html"<p onclick='${evil}'>x</p>" """)
    ).contains("attribute onclick cannot be escaped"))
    assert(error(
      typeCheckErrors("""html"<p style='color: ${evil}'>x</p>" """)
    ).contains("attribute style cannot be escaped"))
    assert(error(typeCheckErrors("""html"<p title='a" """)).contains("not closed"))
    assert(error(typeCheckErrors("""html"<script>x" """)).contains("<script> is not closed"))
    assert(error(typeCheckErrors("""html"<p>${Object()}</p>" """)).nonEmpty)

  test("comments, declarations and code without values are fine"):
    assertEquals(
      html"<!doctype html><!-- > --><script>if (a < b) x()</script><p>$evil</p>".markup,
      s"<!doctype html><!-- > --><script>if (a < b) x()</script><p>$escaped</p>"
    )

  test("a response is ended with HTML"):
    val routes = Routes.get("/:name")((req, res) => res.html(html"<p>${req.path("name")}</p>"))
    serving(routes): server =>
      val answer = ask(server, "/%3Cb%3E")
      assertEquals(answer.body, "<p>&lt;b&gt;</p>")
      assertEquals(answer.head("content-type"), "text/html; charset=utf-8")
end HtmlSuite
