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
end UserNameSuite
