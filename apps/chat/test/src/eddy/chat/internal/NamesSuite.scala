package eddy.chat.internal

import eddy.chat.ChatConfig

class NamesSuite extends eddy.testing.PatientSuite:
  private val config = ChatConfig()
  private def person(raw: String) = Names.person(raw, config)

  test("names in any script are kept as written, in normal form NFC, without outer spaces"):
    assertEquals(person("  Ada Lovelace "), Right("Ada Lovelace"))
    assertEquals(person("Zoe\u0308"), Right("Zo\u00EB"))
    Seq("李雷", "Ольга", "محمد", "नमस्ते", "O'Neil-3", "Ada 🎉").foreach(n => assertEquals(person(n), Right(n)))

  test("controls, bidi overrides and other invisible characters are refused by their number"):
    Seq(
      "a\u0000b" -> "U+0000",
      "a\nb" -> "U+000A",
      "evil\u202Egnp" -> "U+202E",
      "a\u2066b" -> "U+2066",
      "a\u200Bb" -> "U+200B",
      "a\u00A0b" -> "U+00A0",
      "a\uE000b" -> "U+E000",
      "a\uD800b" -> "U+D800",
      "a\u2028b" -> "U+2028"
    ).foreach: (raw, number) =>
      assert(person(raw).left.exists(_.contains(number)), s"$number: ${person(raw)}")

  test("a name must not be empty, too long, without letters, piled up, or look like another script's"):
    Seq("", "   ", "x" * 25, "!!!", "a  b", "z\u0316\u0317\u0318", "P\u0430ul").foreach(n =>
      assert(person(n).isLeft, n)
    )
    assertEquals(person("😀" * 23 + "a"), Right("😀" * 23 + "a"), "the length counts code points")

  test("names are the same when case, width or compatibility forms are all that differs"):
    assertEquals(Names.key("ADA"), Names.key("ada"))
    assertEquals(Names.key("Ａｄａ"), Names.key("ada"))
    assertEquals(Names.key("Straße"), Names.key("STRASSE"))
    assertNotEquals(Names.key("Ada"), Names.key("Adam"))

  test("a suggestion is the first number that is free, within the length limit"):
    assertEquals(Names.suggestion("Ada", config, Set.empty), "Ada-2")
    assertEquals(Names.suggestion("Ada", config, Set("ada-2", "ada-3")), "Ada-4")
    assertEquals(Names.suggestion("x" * 24, config, Set.empty), "x" * 22 + "-2")

  test("a room's name is in small letters, and holds nothing that a channel or a link could trip over"):
    assertEquals(Names.room(" #Scala-3_Chat ", config), Right("scala-3_chat"))
    assertEquals(Names.room("Größe", config), Right("größe"))
    Seq("", "#", "a/b", "a*", "a b", "a.b", "a\u202Eb", "x" * 33, "🎉").foreach(n =>
      assert(Names.room(n, config).isLeft, n)
    )
end NamesSuite
