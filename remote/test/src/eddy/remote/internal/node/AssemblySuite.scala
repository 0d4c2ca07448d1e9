package eddy.remote.internal.node

import eddy.remote.internal.record.{Record, RecordFormat}
import eddy.testing.PatientSuite

class AssemblySuite extends PatientSuite:
  private def pieces(stream: Long, length: Int): Vector[Record.Piece] =
    val bytes = Array.tabulate(length)(i => (i * 31).toByte)
    // any beginning may be in an array of its own
    val (head, body) = bytes.splitAt(length / 3 * (stream % 3).toInt)
    RecordFormat.pieces(stream, head, body, body.length).map(RecordFormat.read(_)).map {
      case Right(piece: Record.Piece) => piece
      case other => fail(s"$other")
    }.toVector

  private def rejected(assembly: Assembly, piece: Record.Piece)(using munit.Location): String =
    assembly.add(piece).left.toOption.getOrElse(fail("it was accepted"))

  test("records in pieces are whole again, whatever comes between"):
    val assembly = Assembly(1 << 20, 1 << 22)
    val lengths = Vector(65_553, 131_072, 200_000, 1 << 20)
    val all = lengths.zipWithIndex.map((length, i) => pieces(i, length))
    val done = for i <- 0 until 16; one <- all; piece <- one.lift(i) yield assembly.add(piece)
    val whole = done.flatMap(_.toOption).filter(_ != null).map(_.nn.toArray)
    assertEquals(whole.map(_.length).toVector, lengths)
    for bytes <- whole do assert(bytes.sameElements(Array.tabulate(bytes.length)(i => (i * 31).toByte)))
    assertEquals(assembly.heldBytes, 0L)

  test("the memory that is held is justified by the bytes that came"):
    val assembly = Assembly(1 << 30, 1L << 40)
    var arrived = 0L
    val piece = new Array[Byte](64 << 10)
    for stream <- 0 until 20; i <- 0 to stream * 4 do
      val next = new Record.Piece(stream, if i == 0 then 10 << 20 else 0, piece, 0)
      assertEquals(assembly.add(next), Right(null))
      arrived += 64 << 10
      assert(clue(assembly.heldBytes) <= 2 * clue(arrived))

  test("a piece that is not full, or longer than its record, is rejected"):
    def part(stream: Long, total: Int, length: Int) =
      new Record.Piece(stream, total, new Array[Byte](length), 0)
    val assembly = Assembly(1 << 20, 1 << 22)
    assertEquals(
      rejected(assembly, part(1, 100_000, 1)),
      "a piece of record 1 has 1 bytes, and 100000 were left"
    )
    val _ = assembly.add(part(2, 100_000, 65_536))
    assertEquals(
      rejected(assembly, part(2, 0, 34_465)),
      "a piece of record 2 has 34465 bytes, and 34464 were left"
    )

  test("a record that is too short for pieces, too long, or does not begin is rejected"):
    def first(stream: Long, total: Int) = new Record.Piece(stream, total, new Array[Byte](65_536), 0)
    val assembly = Assembly(100_000, 150_000)
    assertEquals(rejected(assembly, first(1, 65_552)), "a record of 65552 bytes came in pieces")
    assertEquals(
      rejected(assembly, first(1, 100_001)),
      "a record of 100001 bytes exceeds maxMessage = 100000"
    )
    assertEquals(
      rejected(assembly, new Record.Piece(3, 0, new Array[Byte](65_536), 0)),
      "a piece came of record 3, which did not begin"
    )
    assertEquals(assembly.add(first(1, 100_000)), Right(null))
    assertEquals(rejected(assembly, first(1, 100_000)), "record 1 began twice")
    assertEquals(rejected(assembly, first(2, 70_000)), "large records exceed maxAssembling = 150000")
end AssemblySuite
