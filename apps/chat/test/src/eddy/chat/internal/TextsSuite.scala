package eddy.chat.internal

import eddy.chat.{ChatConfig, RefusalCode}

class TextsSuite extends eddy.testing.PatientSuite:
  private val config = ChatConfig(maxTextLength = 10)
  private def clean(raw: String) = Texts.clean(raw, config)

  test("markup stays as it is: it is the client that shows it as text"):
    assertEquals(clean("<b>&amp;"), Right("<b>&amp;"))

  test("line ends become \\n, other controls go, long gaps close, outer space goes"):
    assertEquals(clean(" a\r\nb\rc\u0007 "), Right("a\nb\nc"))
    assertEquals(clean("a\n\n\n\n\nb"), Right("a\n\nb"))

  test("a text is as long as its code points"):
    assertEquals(clean("😀" * 10), Right("😀" * 10))
    assertEquals(clean("x" * 11).left.map(_._1), Left(RefusalCode.TextTooLong))

  test("a text of nothing is refused"):
    Seq("", "  \n ", "\u0007").foreach(t =>
      assertEquals(clean(t).left.map(_._1), Left(RefusalCode.TextEmpty))
    )
end TextsSuite
