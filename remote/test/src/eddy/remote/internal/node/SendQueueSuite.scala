package eddy.remote.internal.node

import eddy.remote.Seeds
import eddy.remote.internal.node.SendQueue.Added
import eddy.remote.internal.record.{Record, RecordFormat}
import eddy.testing.PatientSuite

import scala.collection.mutable

class SendQueueSuite extends PatientSuite:
  private def queue(maxBytes: Long = 1 << 30, maxSignalBytes: Long = 1 << 30) =
    SendQueue[String](maxBytes, maxSignalBytes)

  private def record(number: Int, length: Int) =
    // no record, and none that is taken for a piece
    val bytes = Array.fill[Byte](math.max(length, 5))(9)
    for i <- 0 until 4 do bytes(i + 1) = (number >> 8 * i).toByte
    bytes

  private def numberOf(bytes: Array[Byte]) = (0 until 4).map(i => (bytes(i + 1) & 0xff) << 8 * i).sum

  private def frames(of: SendQueue[String]) =
    Iterator.continually(of.poll()).takeWhile(_ != null).map(_.nn).toVector

  /** The records of these frames in the order in which they are complete. */
  private def complete(frames: Seq[Array[Byte]]): Vector[Int] =
    val assembly = Assembly(1 << 30, 1L << 40)
    frames.toVector.flatMap: frame =>
      if frame(0) == 9 then Some(numberOf(frame))
      else
        RecordFormat.read(frame) match
          case Right(piece: Record.Piece) =>
            assembly.add(piece) match
              case Right(whole) => Option(whole).map(numberOf(_))
              case Left(reason) => fail(reason)
          case other => fail(s"$other")

  test("records to one receiver keep their order, whatever their lengths are, and none is lost"):
    Seeds.each(300): random =>
      val all = queue()
      val byReceiver = mutable.HashMap.empty[Int, Vector[Int]]
      val polled = mutable.ArrayBuffer.empty[Array[Byte]]
      val receivers = mutable.HashMap.empty[Int, Int]
      for number <- 0 until 60 do
        val receiver = random.nextInt(4)
        receivers(number) = receiver
        byReceiver(receiver) = byReceiver.getOrElse(receiver, Vector.empty) :+ number
        val bytes =
          record(number, if random.nextInt(4) == 0 then random.nextInt(400_000) else random.nextInt(100))
        val added =
          if random.nextBoolean() then all.addMessage(receiver, bytes, s"$number")
          else all.addSignal(receiver, bytes)
        assertEquals(added, Added.Queued)
        for _ <- 0 until random.nextInt(3) do
          val frame = all.poll()
          if frame != null then polled += frame
      polled ++= frames(all)
      val order = complete(polled.toSeq)
      for (receiver, sent) <- byReceiver do assertEquals(order.filter(receivers(_) == receiver), sent)
      assertEquals(order.size, 60)
      assertEquals(all.unsentBytes, 0L)
      for frame <- polled do assert(frame.length <= RecordFormat.maxBytes)

  test("a large record lets small ones to other receivers pass, and they let it pass"):
    val all = queue()
    val _ = all.addMessage(1, record(0, 1 << 20), "large")
    for i <- 1 to 100_000 do
      val _ = all.addMessage(2, record(i, 20), "small")
    val sent = frames(all)
    val isPiece = sent.map(_(0) != 9)
    // at most 64 KiB of small records between two pieces while both wait
    val betweenPieces = isPiece.indices.filter(isPiece).sliding(2).map { case Seq(a, b) =>
      b - a - 1
    }.toVector
    assert(clue(betweenPieces.max) <= 65_552 / 20 + 1)
    assert(clue(betweenPieces.min) >= 1000)

  test("large records to several receivers take turns"):
    val all = queue()
    for receiver <- 1 to 3 do
      val _ = all.addMessage(receiver, record(receiver, 1 << 20), "large")
    val streams = frames(all).map(f => RecordFormat.read(f)).collect { case Right(p: Record.Piece) =>
      p.stream
    }
    assertEquals(streams.take(6), Vector(1L, 2L, 3L, 1L, 2L, 3L))

  test("table entries come first"):
    val all = queue()
    val _ = all.addMessage(1, record(1, 10), "first")
    all.addTable(record(2, 10))
    assertEquals(complete(frames(all)), Vector(2, 1))

  test("messages beyond the bound are not taken, and signals have a bound of their own"):
    val all = queue(maxBytes = 100, maxSignalBytes = 50)
    assertEquals(all.addMessage(1, record(1, 60), "a"), Added.Queued)
    assertEquals(all.addMessage(1, record(2, 60), "b"), Added.Full)
    assertEquals(all.addSignal(1, record(3, 50)), Added.Queued)
    assertEquals(all.addSignal(1, record(4, 5)), Added.Full)
    val _ = frames(all)
    assertEquals(all.addMessage(1, record(5, 60), "c"), Added.Queued)

  test("a closed queue takes nothing, and returns the messages that are lost, each once"):
    val all = queue()
    val _ = all.addMessage(1, record(1, 10), "small")
    val _ = all.addMessage(2, record(2, 200_000), "large")
    val _ = all.poll()
    val _ = all.poll()
    assertEquals(all.close().toSet, Set("large"))
    assertEquals(all.addMessage(1, record(3, 10), "late"), Added.Closed)
    assertEquals(all.poll(), null)
end SendQueueSuite
