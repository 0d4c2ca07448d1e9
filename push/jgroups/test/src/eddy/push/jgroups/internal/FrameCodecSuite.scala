package eddy.push.jgroups.internal

import eddy.push.*
import eddy.push.internal.ChannelLog

import java.io.IOException
import scala.concurrent.duration.DurationInt

class FrameCodecSuite extends eddy.testing.PatientSuite:
  private val frames = Vector(
    Frame.Numbered("t", 7, "n", 9, 2, Entry.Publication("ä/1", Position(3, "e"), Array[Byte](1, 2))),
    Frame.Numbered("t", 8, "", 0, 0, Entry.Begun("c", "e2")),
    Frame.Numbered("t", 9, "", 0, 0, Entry.Dropped(Vector("a", "b"))),
    Frame.Numbered("t", 10, "", 0, 0, Entry.Cleared("a")),
    Frame.Term("t2", "t", 8),
    Frame.Hello(5, "", 0, Vector("u"), true),
    Frame.Ask("t", "n", 1, Request.Publish("c", Array[Byte](1))),
    Frame.Ask("t", "n", 2, Request.Forget("c")),
    Frame.Ask("t", "n", 3, Request.Look("c")),
    Frame.Have("t", 8),
    Frame.Uses(Vector("a", "b")),
    Frame.Want("t", 3),
    Frame.Refused(1, "why"),
    Frame.Known(1, Some(Position(1, "e"))),
    Frame.Known(2, None),
    Frame.Reached(1, "t", 8),
    Frame.Piece(6, 1, 2, true, Array[Byte](4, 5, 6))
  )

  test("every frame comes back as it was"):
    assertEquals(frames.map(_.ordinal).distinct.size, 11, "all kinds")
    for frame <- frames do
      val bytes = FrameCodec.encode(frame)
      assertEquals(FrameCodec.encode(FrameCodec.decode(bytes)).toVector, bytes.toVector, frame.toString)

  test("frames that go together come back one by one, and a cut-off one is refused"):
    val all = frames.map(FrameCodec.encode) :+ Array.empty[Byte]
    for some <- Seq(all, all.take(1), all.takeRight(1)) do
      val bytes = Bundle.write(some)
      val within = Array[Byte](9, 9) ++ bytes ++ Array[Byte](9)
      assertEquals(Bundle.read(within, 2, bytes.length).map(_.toVector), some.map(_.toVector))
      for length <- Seq(0, 3, bytes.length - 1) do intercept[IOException](Bundle.read(bytes, 0, length)): Unit

  test("a frame that is cut off, of another version or of no known kind is refused"):
    for frame <- frames do
      val bytes = FrameCodec.encode(frame)
      for length <- 0 until bytes.length do
        intercept[IOException](FrameCodec.decode(bytes.take(length)))
    Seq(Array[Byte](1, 0), Array[Byte](2, 99)).foreach(wrong =>
      intercept[IOException](FrameCodec.decode(wrong))
    )

  test("a length beyond the available bytes is refused before memory is taken"):
    val bytes = FrameCodec.encode(Frame.Piece(6, 1, 2, true, Array[Byte](4)))
    val claimed = bytes.dropRight(5) ++ Array[Byte](127, 127, 127, 127, 4)
    assert(intercept[IOException](FrameCodec.decode(claimed)).getMessage.contains("2139062143"))

  test("histories come back from their pieces as they were"):
    val retention = Retention(5000, 1.hour)
    var now = 0L
    def log(name: String) = ChannelLog(name, () => "e1", () => now)
    val (one, two) = (log("one"), log("two"))
    for i <- 1 to 3000 do
      now += 1
      val _ = one.append(Message(Json(s"\"${"x" * 100}$i\""), key = Some(s"k$i")), retention)
    one.goOn("e2")
    val sent =
      Snapshot("t", 42, Vector("u", "v"), Vector.empty, Vector("one" -> one.snapshot, "two" -> two.snapshot))
    val pieces = sent.pieces.toVector
    assert(pieces.size > 3)
    val reader = Snapshot.Reader(1)
    val read =
      pieces.zipWithIndex.map((bytes, i) => reader.add(Frame.Piece(6, 1, i, i == pieces.size - 1, bytes)))
    assertEquals(read.flatten, Vector(sent))
    // and make a log that answers the same
    val again = log("one")
    again.restore(read.last.get.logs.head(1), retention)
    for query <- Seq(
        HistoryQuery(limit = 5000),
        HistoryQuery(Some(Position(17, "e1")), 3),
        HistoryQuery(Some(Position(3001, "e1")))
      )
    do
      assertEquals(again.read(query), one.read(query))
    assertEquals(
      again.append(Message(Json("1"), key = Some("k5")), retention),
      one.append(Message(Json("1"), key = Some("k5")), retention)
    )

  test("a piece that is missing is found"):
    val reader = Snapshot.Reader(1)
    intercept[IOException](reader.add(Frame.Piece(6, 1, 1, true, Array.empty[Byte])))
end FrameCodecSuite
