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
    assertEquals(
      html"${Some(2.5)}${List(Some('a'), None)}${1} ${2L} ${2.5} ${true} ${'<'} ${BigInt(3)}".markup,
      "2.5a1 2 2.5 true &lt; 3"
    )
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

  private inline def refused(inline code: String): String =
    typeCheckErrors(code).map(_.message).mkString("; ")

  test("where no escaping makes a value safe it does not compile"):
    val rows = Seq(
      refused("""html"<script>var x = ${evil}</script>" """) -> "<script> cannot be escaped",
      refused("""html"<script>t='</scripts>'; ${evil}</script>" """) -> "<script> cannot be escaped",
      refused("""html"<script><!-- <script></script>${evil}</script>" """) -> "no comment",
      refused("""html"<style>${evil}</style>" """) -> "<style> cannot be escaped",
      refused("""html"<!-- ${evil} -->" """) -> "comment",
      refused("""html"<!--><script> -->${evil}</script>" """) -> "end the comment here",
      refused("""html"<!-- a --!><script> -->${evil}</script>" """) -> "end the comment here",
      refused("""html"<?-- ${evil} -->" """) -> "begins no tag",
      refused("""html"</ ${evil}>" """) -> "begins no tag",
      refused("""html"<p title=${evil}>x</p>" """) -> "quotes around the value of the attribute title",
      refused("""html"<p title=a\u3000class='${evil}'>x</p>" """) -> "quotes around the value",
      refused("""html"<p\u3000title='${evil}'>x</p>" """) -> "is not understood",
      refused("""html"<p title='a'class='${evil}'>x</p>" """) -> "a space must follow",
      refused("""html"<p ${evil}>x</p>" """) -> "part of a tag",
      refused("""html"<${evil}>x" """) -> "part of a tag",
      refused("""html"x <<a href=${evil}>" """) -> "quotes around",
      refused("""html"<<script>${evil}</script>" """) -> "<script> cannot be escaped",
      refused("""html"<svg><title/><a href=${evil}>x</a></title></svg>" """) -> "closes nothing",
      refused("""html"<title><script>${evil}</script></title>" """) -> "no tag may be in <title>",
      refused("""html"<p onclick='${evil}'>x</p>" """) -> "attribute onclick",
      refused("""html"<p ONCLICK='${evil}'>x</p>" """) -> "attribute onclick",
      refused("""html"<p style='color: ${evil}'>x</p>" """) -> "attribute style",
      refused("""html"<p hx-on:click='${evil}'>x</p>" """) -> "attribute hx-on:click",
      refused("""html"<p data-hx-on:click='${evil}'>x</p>" """) -> "attribute data-hx-on:click",
      refused("""html"<p hx-vals='${evil}'>x</p>" """) -> "attribute hx-vals",
      refused("""html"<p @click='${evil}'>x</p>" """) -> "attribute @click",
      refused("""html"<p x-data='${evil}'>x</p>" """) -> "attribute x-data",
      refused("""html"<p :href='${evil}'>x</p>" """) -> "attribute :href",
      refused("""html"<meta http-equiv='refresh' content='0;url=${evil}'>" """) -> "attribute content",
      refused("""html"<meta content='${evil}' http-equiv='refresh'>" """) -> "attribute content",
      refused("""html"<meta name='a' content='${evil}' http-equiv='refresh'>" """) -> "before content",
      refused("""html"<iframe sandbox='${evil}'></iframe>" """) -> "attribute sandbox",
      refused("""html"<script src='${evil}'></script>" """) -> "loads code",
      refused("""html"<base href='${evil}'>" """) -> "loads code",
      refused("""html"<link rel='stylesheet' href='${evil}'>" """) -> "loads code",
      refused("""html"<p hx-get='${evil}'>x</p>" """) -> "loads code",
      refused("""html"<a href=' ${evil}'>x</a>" """) -> "begins with",
      refused("""html"<a href='java${evil}'>x</a>" """) -> "begins with",
      refused("""html"<a href='javascript:show(${evil})'>x</a>" """) -> "begins with",
      refused("""html"<a href='data:text/html,${evil}'>x</a>" """) -> "begins with",
      refused("""html"<a href='java&Tab;script:/${evil}'>x</a>" """) -> "begins with",
      refused("""html"<a href='${evil}${evil}'>x</a>" """) -> "must follow",
      refused("""html"<a href='${evil}:x'>x</a>" """) -> "must follow",
      refused("""html"<p title='a" """) -> "not closed",
      refused("""html"<script>x" """) -> "<script> is not closed"
    )
    for (why, expected) <- rows do assert(clue(why).contains(clue(expected)))
    assert(typeCheckErrors("""html"<p>${Object()}</p>" """).nonEmpty)

  test("addresses that load code may have values behind a fixed beginning"):
    val name = "/evil.example/x y"
    assertEquals(
      html"""<script src="/js/$name"></script><link rel="stylesheet" href="https://cdn.example/$name">""".markup,
      """<script src="/js//evil.example/x%20y"></script><link rel="stylesheet" href="https://cdn.example//evil.example/x%20y">"""
    )
    assertEquals(html"""<a href="/$name">x</a>""".markup, """<a href="/%2Fevil.example/x%20y">x</a>""")
    assertEquals(
      html"""<a href="https://$name/">x</a>""".markup,
      """<a href="https://%2Fevil.example%2Fx%20y/">x</a>"""
    )
    assertEquals(html"""<p hx-get="/items/${1}">x</p>""".markup, """<p hx-get="/items/1">x</p>""")
    assertEquals(
      html"""<meta name="author" content="$evil">""".markup,
      s"""<meta name="author" content="$escaped">"""
    )
    assertEquals(
      html"""<a href="${"https://a.example"}/b?c=${"&"}">x</a>""".markup,
      """<a href="https://a.example/b?c=%26">x</a>"""
    )

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
