package eddy.remote

import eddy.testing.PatientSuite

import java.time.Instant

/** The format of values as they are today. A change here is a change of the format: nodes of two releases
  * would not understand each other, and stored bytes would be lost.
  */
class SizeSuite extends PatientSuite:
  private def row[A: Pickler](name: String, value: A): String =
    val bytes = Pickler.write(value)
    val shown = bytes.take(24).map(b => f"$b%02x").mkString(" ")
    f"$name%-34s ${bytes.length}%6d  ${if bytes.length > 24 then s"$shown …" else shown}".stripTrailing

  private val chat = Chat("lobby", "ann", "see you at eight", Instant.ofEpochSecond(1_790_000_000, 5))
  private val leaf = Dag.Leaf("leaf")
  private val dag = Iterator.iterate[Dag](leaf)(d => Dag.Fork(d, leaf)).drop(500).next()

  private def rows: Seq[String] = Seq(
    row("true", true),
    row("-1: Byte", (-1).toByte),
    row("300: Short", 300.toShort),
    row("0", 0),
    row("-1", -1),
    row("64", 64),
    row("Int.MinValue", Int.MinValue),
    row("Long.MaxValue", Long.MaxValue),
    row("'ü'", 'ü'),
    row("0.5f", 0.5f),
    row("0.5", 0.5),
    row("\"naïve\"", "naïve"),
    row("BigInt 2^70", BigInt(2).pow(70)),
    row("BigDecimal 12.50", BigDecimal("12.50")),
    row("UUID", java.util.UUID(1, 2)),
    row("Instant", chat.at),
    row("java Duration 90 min", java.time.Duration.ofMinutes(90)),
    row("Duration 90 min", scala.concurrent.duration.FiniteDuration(90, "min")),
    row("Some(1)", Option(1)),
    row("Left(1)", Left(1): Either[Int, Int]),
    row("(1, \"a\")", (1, "a")),
    row("List(1, 2, 3)", List(1, 2, 3)),
    row("Set(1)", Set(1)),
    row("Map(1 -> \"a\")", Map(1 -> "a")),
    row("Count.Add(41)", Count.Add(41): Count),
    row("Count.Reset", Count.Reset: Count),
    row("Side.Sell", Side.Sell),
    row("Order", Order(123_456, "acc-17", Side.Sell, 10_050, 300)),
    row("Chat", chat),
    row("List of 10,000 Ints below 10,000", List.range(0, 10_000)),
    row("tree of 1,001, shared leaves", dag),
    row("MediaContent", MediaContent.example),
    row("everything", Messages.everything.copy(map = Map("a" -> List(1)), set = Set('x')))
  )

  test("sizes and bytes are those of the table"):
    val golden = String(getClass.getResourceAsStream("/sizes.txt").readAllBytes(), "UTF-8")
    assertNoDiff(rows.mkString("\n"), golden)

  test("schemas and fingerprints are those of the table"):
    def row(name: String, schema: Schema) = f"# $name ${schema.fingerprint}%016x\n${schema.text}\n"
    val rows = Seq(
      row("Count", Pickler.schema[Count]),
      row("Tree[Int]", Pickler.schema[Tree[Int]]),
      row("Person", Pickler.schema[Person]),
      row("Dag", Pickler.schema[Dag]),
      row("Animal", Pickler.schema[Animal]),
      row("Everything", Pickler.schema[Everything])
    )
    val golden = String(getClass.getResourceAsStream("/schemas.txt").readAllBytes(), "UTF-8")
    assertNoDiff(rows.mkString("\n"), golden)
end SizeSuite
