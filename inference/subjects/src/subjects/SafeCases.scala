package subjects

import eddy.state.{AccessKind, SharedMap}

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.security.{MessageDigest, SecureRandom}
import java.time.format.DateTimeFormatter
import java.time.{Clock, Instant, ZoneOffset}
import java.util.regex.Pattern
import java.util.{Base64, HexFormat}

import subjects.Expected.*

/** Library objects that threads may share, kept in vals as people keep them; and those that look alike and
  * may not.
  */
object SafeCases:
  private val random = SecureRandom()
  private val encoder = Base64.getUrlEncoder.withoutPadding
  private val decoder = Base64.getUrlDecoder
  private val time = DateTimeFormatter.ISO_INSTANT.withZone(ZoneOffset.UTC)
  private val words = Pattern.compile("[a-z]+")
  private val spaces = "\\s+".r
  private val hex = HexFormat.of()
  private val format = java.text.SimpleDateFormat("yyyy")
  private val digest = MessageDigest.getInstance("SHA-256")
  private val matcher = words.matcher("")
  private val characters = UTF_8.newDecoder

  val all: List[Case] = List(
    Case(
      "random bytes as a token",
      a =>
        a.on: _ =>
          val bytes = new Array[Byte](18)
          random.nextBytes(bytes)
          println(encoder.encodeToString(bytes))
        stateless
    ),
    Case(
      "random bytes into a captured array",
      a =>
        val bytes = new Array[Byte](18)
        a.on(_ => random.nextBytes(bytes))
        exactly(writes(bytes))
    ),
    Case(
      "reading a token",
      a =>
        a.on(_ => println(decoder.decode("AAAA").length))
        stateless
    ),
    Case(
      "a formatter of java.time",
      a =>
        a.on(r =>
          println(time.format(Instant.ofEpochSecond(r.path.length)) + time.parse("2020-01-01T00:00:00Z"))
        )
        stateless
    ),
    Case(
      "a compiled pattern",
      a =>
        a.on(r => println(s"${words.matcher(r.path).matches} ${spaces.split(r.path).length}"))
        stateless
    ),
    Case(
      "a matcher kept from earlier",
      a =>
        a.on(r => println(matcher.reset(r.path).matches))
        exactly(AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "hexadecimal text",
      a =>
        a.on(r => println(hex.formatHex(r.path.getBytes(UTF_8))))
        stateless
    ),
    Case(
      "comparing digests, each request with its own",
      a =>
        a.on: r =>
          val own = MessageDigest.getInstance("SHA-256")
          println(MessageDigest.isEqual(own.digest(r.path.getBytes(UTF_8)), new Array[Byte](32)))
        stateless
    ),
    Case(
      "a digest that all share",
      a =>
        a.on(r => println(digest.digest(r.path.getBytes(UTF_8)).length))
        exactly(writes(digest))
    ),
    Case(
      "a charset's decoder that all share",
      a =>
        a.on(r => println(characters.decode(ByteBuffer.wrap(r.path.getBytes(UTF_8))).length))
        exactly(writes(characters))
    ),
    Case(
      "a number of the application's own, which changes when it is read",
      a =>
        val n: Number = Tally()
        a.on(_ => println(n.intValue))
        exactly(writes(n))
    ),
    Case(
      "a clock of the application's own out of a map",
      a =>
        val clocks = SharedMap[String, Clock]()
        a.on(r => clocks.get(r.path).foreach(c => println(c.millis)))
        exactly(reads(clocks), writesAny(classOf[OwnClock]))
    ),
    Case(
      "a format of java.text",
      a =>
        a.on(r => println(format.parse("2020")))
        exactly(writes(format))
    ),
    Case(
      "copying a text into a captured array",
      a =>
        val into = new Array[Char](2)
        a.on(r => r.path.getChars(0, 0, into, 0))
        exactly(writes(into))
    ),
    Case(
      "a lazy val with a number that is worked out from nothing",
      a =>
        val lazily = Lazily()
        a.on(r => println(r.path.length + lazily.number))
        stateless
    )
  )

  private class Lazily:
    lazy val number: Int = (1 to 10).sum
end SafeCases
