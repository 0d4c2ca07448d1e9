package eddy.push.internal

import eddy.push.{ChannelsConfig, Namespace, Overflow}

import scala.concurrent.duration.DurationInt

class ChannelNamesSuite extends eddy.testing.PatientSuite:
  test("the namespace is what stands before a colon, or the first segment of a path"):
    val expected = Map(
      "news:sport" -> "news",
      "news:sport:tennis" -> "news",
      "news" -> "",
      "/news/sport" -> "news",
      "/news" -> "news",
      "/news:sport/x" -> "news:sport",
      "$news:sport" -> "news",
      "$/news/sport" -> "news",
      "$x" -> "",
      ":x" -> "",
      "/" -> "",
      "//" -> "",
      "a/b:c" -> "a/b"
    )
    expected.foreach((name, namespace) => assertEquals(ChannelNames.namespace(name), namespace, name))

  test("patterns have a segment of one or two stars, and nothing else is one"):
    Seq("/a/*", "/a/**", "/*/b", "*", "**", "/a/*/b").foreach(n => assert(ChannelNames.isPattern(n), n))
    Seq("/a*", "a**b", "/a/***", "", "/").foreach(n => assert(!ChannelNames.isPattern(n), n))
    assert(ChannelNames.wrong("/a/**/b", 255) != null)

  test("names are one line of well-formed text, without control characters"):
    for c <- ('\u0000' to '\u001f') ++ ('\u007f' to '\u009f') ++ Seq('\u2028', '\u2029') do
      val why = String.valueOf(ChannelNames.wrong(s"room:${c}x", 255))
      assert(why.contains("control characters"), f"U+${c.toInt}%04x: $why")
      val namespace = intercept[IllegalArgumentException](Namespace(s"a$c")).getMessage
      assert(namespace.contains("control characters"), f"U+${c.toInt}%04x: $namespace")
    for half <- Seq("\ud800", "x\udc00", "\ud800x", "\udc00\ud800") do
      assert(String.valueOf(ChannelNames.wrong(half, 255)).contains("half a character"), half)
    for name <- Seq("\u00a0", "\u2027", "\u202f", "\ud83d\ude00") do
      assertEquals(ChannelNames.wrong(name, 255), null, name)

  test("a configuration refuses what cannot be, and says so"):
    def refused(config: => Any) = intercept[IllegalArgumentException](config).getMessage
    assert(refused(ChannelsConfig(Seq(Namespace("a"), Namespace("a")))).contains("2 times"))
    assert(refused(ChannelsConfig(Seq(Namespace("a:b")))).contains("a:b"))
    assert(refused(ChannelsConfig(maxChannelBytes = 256)).contains("256"))

  test("a namespace with an option that cannot be is refused, with the value and the allowed ones"):
    for (make, says) <- Seq[(() => Namespace, String)](
        (() => Namespace(history = -1), "history = -1: must be from 0"),
        (
          () => Namespace(historyTtl = -1.second),
          "historyTtl = -1 seconds: must be at least one millisecond"
        ),
        (
          () => Namespace(idempotencyTtl = 0.seconds),
          "idempotencyTtl = 0 seconds: must be at least one millisecond"
        ),
        (() => Namespace(bufferMessages = 0), "bufferMessages = 0: must be from 1"),
        (() => Namespace(bufferBytes = 0), "bufferBytes = 0: must be from 1"),
        (() => Namespace(overflow = Overflow.KeepLatest("")), "KeepLatest(\"\"): name the tag"),
        (
          () => Namespace(overflow = Overflow.Sample(1.nano)),
          "every = 1 nanosecond: must be at least one millisecond"
        )
      )
    do
      val message = intercept[IllegalArgumentException](make()).getMessage
      assert(message.contains(says), message)
end ChannelNamesSuite
