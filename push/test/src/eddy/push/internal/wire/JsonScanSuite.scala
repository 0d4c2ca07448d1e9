package eddy.push.internal.wire

import java.nio.charset.StandardCharsets.UTF_8

class JsonScanSuite extends eddy.testing.PatientSuite:
  private def isJson(text: String, depth: Int = 16) = JsonScan.isValue(text.getBytes(UTF_8), depth)

  private val good = Seq(
    "0",
    "-0",
    "12",
    "-1.5",
    "1e5",
    "1E+5",
    "2.0e-3",
    "true",
    "false",
    "null",
    "\"\"",
    "\"ä€😀\"",
    """"\"\\\/\b\f\n\r\t\u00eF"""",
    "[]",
    "[ ]",
    "[1,2]",
    "{}",
    "{ }",
    """{"a":1,"b":[{"c":null}]}""",
    " \t\r\n1 \n",
    "\"\u007f\""
  )

  private val bad = Seq(
    "",
    " ",
    "01",
    "-",
    "1.",
    ".5",
    "1e",
    "1e+",
    "+1",
    "tru",
    "nul",
    "True",
    "\"",
    "\"\\\"",
    "\"\\x\"",
    "\"\\u12g4\"",
    "\"\\u12",
    "\"a\nb\"",
    "\"\t\"",
    "[",
    "[1",
    "[1,",
    "[1,]",
    "[,1]",
    "[1 2]",
    "{",
    "{1:2}",
    "{\"a\"}",
    "{\"a\":}",
    "{\"a\":1,}",
    "{,}",
    "{\"a\" 1}",
    "{\"a\":1 \"b\":2}",
    "1 2",
    "{}{}",
    "[}",
    "{]",
    "'a'",
    "NaN",
    "Infinity",
    "undefined",
    "/*c*/1",
    "\u0000",
    "1\u0000",
    "ä",
    "\ufeff1"
  )

  for text <- good do test(s"takes ${text.replace("\n", "\\n")}")(assert(isJson(text)))
  for text <- bad do
    test(
      s"refuses ${text.map(c => if c < ' ' then s"\\${c.toInt}" else c.toString).mkString}"
    )(assert(!isJson(text)))

  test("the scan agrees with a parser on mutations of a document"):
    import com.github.plokhotnyuk.jsoniter_scala.core.*
    val document = """{"a":[1,-2.5e3,"x\u00e9\n",true,null,{"b":{}}],"c":""}"""
    val random = scala.util.Random(7)
    val alphabet = "{}[]\",:0123456789.eE+-\\untrfalse x"
    def parses(text: String) =
      try
        readFromString(text)(using Whole): Unit
        true
      catch case _: JsonReaderException => false
    for _ <- 1 to 20_000 do
      val i = random.nextInt(document.length)
      val c = alphabet(random.nextInt(alphabet.length))
      val changed = random.nextInt(3) match
        case 0 => document.updated(i, c)
        case 1 => document.patch(i, "", 1)
        case _ => document.patch(i, c.toString, 0)
      assertEquals(isJson(changed), parses(changed), changed)

  test("nesting as deep as allowed is taken, deeper nesting has another error than malformed JSON"):
    assert(isJson("[" * 16 + "]" * 16))
    val deep = ("{\"a\":" * 17 + "1" + "}" * 17).getBytes(UTF_8)
    assertEquals(JsonScan(deep, 16).value(0), JsonScan.TooDeep)
    assertEquals(JsonScan(("[" * 100_000).getBytes(UTF_8), 16).value(0), JsonScan.TooDeep)

  test("line breaks between things become spaces, and text without any is not copied"):
    assertEquals(String(JsonScan.oneLine("{\r\n\"a\":\n1}".getBytes(UTF_8)), UTF_8), "{  \"a\": 1}")
    val one = "{}".getBytes(UTF_8)
    assert(JsonScan.oneLine(one) eq one)

  /** Parses everything, by jsoniter's own parsers of texts and numbers. */
  private object Whole extends com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec[Int]:
    import com.github.plokhotnyuk.jsoniter_scala.core.*
    def nullValue: Int = 0
    def encodeValue(x: Int, out: JsonWriter): Unit = out.encodeError("only read")
    def decodeValue(in: JsonReader, default: Int): Int =
      in.nextToken() match
        case '{' =>
          if !in.isNextToken('}') then
            in.rollbackToken()
            while
              in.readKeyAsString(): Unit
              decodeValue(in, 0): Unit
              in.isNextToken(',')
            do ()
            if !in.isCurrentToken('}') then in.objectEndOrCommaError()
          0
        case '[' =>
          if !in.isNextToken(']') then
            in.rollbackToken()
            while
              decodeValue(in, 0): Unit
              in.isNextToken(',')
            do ()
            if !in.isCurrentToken(']') then in.arrayEndOrCommaError()
          0
        case '"' =>
          in.rollbackToken()
          in.readString(""): Unit
          0
        case 't' | 'f' =>
          in.rollbackToken()
          in.readBoolean(): Unit
          0
        case 'n' => in.readNullOrError(0, "expected null")
        case _ =>
          in.rollbackToken()
          in.readBigDecimal(BigDecimal(0)): Unit
          0
  end Whole
end JsonScanSuite
