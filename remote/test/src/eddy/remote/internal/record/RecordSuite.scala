package eddy.remote.internal.record

import eddy.remote.{Mutations, PickleOutput, Seeds}
import eddy.testing.{PatientSuite, TestLength, TimeLimit}

import scala.concurrent.duration.*
import scala.util.Random

/** The records as they are today: nodes of two releases would not understand each other after a change. */
class RecordSuite extends PatientSuite:
  override protected def timeLimit: TimeLimit =
    if TestLength.isFull then TimeLimit(10.minutes, "Its long form reads ten million inputs.")
    else super.timeLimit

  private val inputs = TestLength.rounds(100_000, 10_000_000)

  private def message(
      receiver: Long,
      typeIndex: Int,
      sender: WireAddress | Null,
      answers: List[WireAddress],
      value: Int*
  ) =
    val out = PickleOutput()
    RecordFormat.writeHeader(receiver, typeIndex, sender, answers, Nil, out)
    out.writeRaw(value.map(_.toByte).toArray, 0, value.size)
    out.toArray

  private def named() =
    val out = PickleOutput()
    RecordFormat.writeHeader(1, 0, null, Nil, Nil, out, isNamed = true)
    out.toArray

  private def traced() =
    val out = PickleOutput()
    RecordFormat.writeHeader(2, 0, null, Nil, List("traceparent" -> "00-1", "b" -> ""), out)
    out.writeByte(7)
    out.toArray

  private val failure = WireFailure("java.io.IOException", Some("no"), Vector("a.B.c(B.scala:1)"), None)

  private lazy val samples: Seq[(String, Array[Byte])] = Seq(
    "message Add(41)" -> message(2, 0, null, Nil, 0, 82),
    "message with a sender" -> message(300, 1, WireAddress(0, 4), Nil, 1),
    "message with a question" -> message(2, 0, null, List(WireAddress(0, 5)), 1, 0, 5),
    "message to a name" -> named(),
    "message with a context" -> traced(),
    "piece" -> RecordFormat.pieces(7, Array[Byte](1), Array[Byte](2, 3), 2).next()
  ) ++ Seq[Control](
    Control.NodeEntry(2, "c", 77, Vector("c:1")),
    Control.TypeEntry(0, "p.A", Array(1, 2)),
    Control.Linked(1, WireAddress(0, 4), 2),
    Control.Unlinked(List(1, -2), WireAddress(0, 4), 2),
    Control.Exit(Some(WireAddress(0, 4)), 2, WireReason.Because("x"), List(1), inTurn = false),
    Control.Exit(None, 2, WireReason.Failed(failure), Nil, inTurn = true),
    Control.Kill(2),
    Control.Monitor(1, 2, 4),
    Control.Demonitor(1, 2),
    Control.Down(1, WireReason.NodeLost("c")),
    Control.Gone(2),
    Control.Lost(WireAddress(0, 5), WireLoss.Terminated),
    Control.Failed(WireAddress(0, 5), failure),
    Control.Find(1, "x", 0),
    Control.Found(1, Some(2)),
    Control.Unfit(1, "y"),
    Control.Spawn(1, "x", 0, 1, Array(3), 1, 2, 4),
    Control.Spawned(1, 2),
    Control.Refused(1, 0, "n"),
    Control.Limits(1024, 4096),
    Control.NameEntry(1, "x"),
    Control.Members("g", 0, 4, List(6), List(8, 10)),
    Control.Channels("b", arePatterns = true, 0, 4, List("/x/*"), List("/y/**")),
    Control.Candidates("s", 0, 4, List(Candidate(5, 6, 8)), List(Candidate(5, 0, 0))),
    Control.Known(List(KnownNode("c", 77, Vector("c:1")))),
    Control.Released(6, 3)
  ).map(c => c.productPrefix -> RecordFormat.write(c))

  test("records have the bytes of the table"):
    val rows = samples.map((name, bytes) =>
      f"$name%-24s ${bytes.length}%3d  ${bytes.map(b => f"$b%02x").mkString(" ")}"
    )
    val golden = String(getClass.getResourceAsStream("/records.txt").readAllBytes(), "UTF-8")
    assertNoDiff(rows.mkString("\n"), golden)

  /** As bytes again. */
  private def written(record: Record): Array[Byte] = record match
    case m: Record.Message =>
      val out = PickleOutput()
      RecordFormat.writeHeader(m.receiver, m.typeIndex, m.sender, m.answers, m.context, out, m.isNamed)
      out.writeRaw(m.bytes, m.from, m.bytes.length - m.from)
      out.toArray
    case p: Record.Piece =>
      val out = PickleOutput()
      out.writeByte(1)
      out.writeUnsignedLong(p.stream)
      out.writeUnsigned(p.total)
      out.writeRaw(p.bytes, p.from, p.bytes.length - p.from)
      out.toArray
    case Record.Other(control) => RecordFormat.write(control)

  test("records that are read have the bytes that they were read from"):
    for (name, bytes) <- samples do
      RecordFormat.read(bytes) match
        case Right(record) => assertEquals(written(record).toSeq, bytes.toSeq, name)
        case Left(unreadable) => fail(s"$name: $unreadable")

  test("mutated bytes are a record or unreadable, and each record has one form"):
    Seeds.each(math.max(1, inputs / 500)): random =>
      given Random = random
      for _ <- 0 until 500 do
        val bytes =
          Mutations.of(samples(random.nextInt(samples.size))(1), samples(random.nextInt(samples.size))(1))
        RecordFormat.read(bytes) match
          case Right(record) => assertEquals(written(record).toSeq, bytes.toSeq)
          case Left(unreadable) => assert(unreadable.reason.nonEmpty)
end RecordSuite
