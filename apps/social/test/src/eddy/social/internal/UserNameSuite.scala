package eddy.social.internal

import eddy.social.SocialConfig

class UserNameSuite extends eddy.testing.PatientSuite:
  private def of(raw: String) = UserName.of(raw, SocialConfig())
  private def permitted(raw: String): UserName = of(raw).fold(why => fail(s"$raw: $why"), identity)

  private def rejected(part: String, raws: String*): Unit = raws.foreach: raw =>
    of(raw) match
      case Left(why) => assert(clue(why).contains(part), raw)
      case Right(name) => fail(s"\"$raw\" is permitted as $name")

  test("a name is shown as it was written, in the normal form NFKC"):
    assertEquals(permitted("Ada-L").text, "Ada-L")
    assertEquals(permitted("Jose\u0301").text, "Jos\u00e9")

  test("names that differ in case or in compatible characters have the same key"):
    for Seq(one, other) <- Seq(
        Seq("Ada", "aDA"),
        Seq("ada", "\uff41\uff44\uff41"),
        Seq("Jos\u00e9", "JOSE\u0301"),
        Seq("stra\u00dfe", "STRASSE"),
        Seq("\u03c3\u03af\u03b4\u03c2", "\u03a3\u038a\u0394\u03a3")
      )
    do assertEquals(permitted(one).key, permitted(other).key, s"$one, $other")
    assertNotEquals(permitted("ada.l").key, permitted("ada-l").key)

  test("names of one script are permitted, with digits and single separators"):
    for name <- Seq(
        "ada_99",
        "\u0431\u043e\u0440\u0438\u0441",
        "\u039d\u03af\u03ba\u03bf\u03c2",
        "\u9234\u6728\u3055\u3093",
        "\u0938\u0940\u0924\u093e\u0930"
      )
    do
      permitted(name): Unit

  test("a name that is too short, too long, or without a letter is rejected"):
    rejected("characters", "", "ab", "a" * 31)
    rejected("no letter", "1234", "...")

  test(
    "other characters are rejected: spaces, signs, controls, marks for any letter, digits of other scripts"
  ):
    rejected("U+0020", "ada l")
    rejected("U+003C", "ada<b>")
    rejected("U+202E", "ada\u202egnp")
    rejected("U+0000", "ada\u0000")
    rejected("U+0337", "ada\u0337")
    rejected("U+0663", "ada\u0663")

  test("separators are rejected at the ends, and next to each other"):
    rejected("single", ".ada", "ada_", "a--da", "a.-da")

  test("a name that looks like a Latin one is rejected: mixed scripts, and letters that all look Latin"):
    rejected("several scripts", "ad\u0430", "p\u03b1ypal")
    rejected("look like Latin", "\u0440\u0430\u0443\u0440\u0430", "\u0391\u039d\u039d\u0391")
    rejected("U+0131", "ad\u0131a")

  test("a name with an invisible character is rejected"):
    for c <- Seq(0x3164, 0x115f, 0x1160, 0xffa0, 0x17b4, 0x200b, 0x200d, 0x2060, 0xfe0f, 0xad, 0x180b) do
      rejected("The name", s"ada${Character.toString(c)}", Character.toString(c) * 3)

  test("a letter of no script is rejected, such as one that looks like an apostrophe"):
    rejected("U+02BC", "o\u02bcadam")
    rejected("U+A78C", "o\ua78cadam")

  test("the long vowel of Katakana is permitted behind Japanese syllables only: it looks like a dash"):
    for name <- Seq("\u30b9\u30fc\u30d1\u30fc", "\u3089\u30fc\u3081\u3093") do permitted(name): Unit
    rejected("no letter", "\u30fc\u30fc\u30fc")
    rejected("U+30FC", "ada\u30fc", "\u4e00\u4e8c\u30fc", "\u30fc\u30b9\u30b9")

  test("a name of letters that look like Latin ones is rejected in every script"):
    rejected(
      "look like Latin",
      "\u04cf\u04cf\u04cf",
      "\u0441\u043e\u0441\u043e",
      "\u05d5\u05d5\u05d5",
      "\u0585\u0570\u0585"
    )

  test("names that look alike have the same look, and others do not"):
    def look(name: String) = permitted(name).look
    for names <- Seq(
        Seq("ada1", "adal", "adai", "ADAI", "AdaL"),
        Seq("b0b", "bob", "B0B"),
        Seq("mary", "rnary", "MARY"),
        Seq("paypa1", "PaypaI", "paypai")
      )
    do assertEquals(names.map(look).distinct.size, 1, names)
    val others = Seq(
      "ada",
      "adam",
      "jose",
      "jos\u00e9",
      "ada-l",
      "ada.l",
      "ada2",
      "ada3",
      "\u0431\u043e\u0440\u0438\u0441"
    )
    assertEquals(others.map(look).distinct.size, others.size)

  test("a reserved name, and one that looks like it, is rejected"):
    rejected(
      "reserved",
      "admin",
      "ADMIN",
      "adm1n",
      "adrnin",
      "root",
      "r00t",
      "Support",
      "eddy",
      "m0derator",
      "postmaster"
    )
end UserNameSuite
