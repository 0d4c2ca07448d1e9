package eddy.remote.internal.node

import eddy.remote.Seeds
import eddy.remote.internal.node.SendQueue.Added
import eddy.remote.internal.record.{Record, RecordFormat}
import eddy.testing.PatientSuite

import scala.collection.mutable

class SendQueueSuite extends PatientSuite:
  private def endless = UnsentBudget(Long.MaxValue)
  private def queue(maxBytes: Long = 1 << 30, maxSignalBytes: Long = 1 << 30) =
    val made = SendQueue[String](maxBytes, maxSignalBytes, endless)
    assertEquals(made.limit(1 << 30, 1L << 40), Nil)
    made

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
              case Right(whole) => Option(whole).map(one => numberOf(one.toArray))
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
          random.nextInt(3) match
            case 0 => all.addMessage(receiver, bytes, s"$number")
            case 1 => all.addSignal(receiver, bytes)
            case _ =>
              val (head, body) = bytes.splitAt(5 + random.nextInt(bytes.length - 4))
              all.addMessage(receiver, head, body, body.length, s"$number")
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

  test("all queues share a budget, beside which each may hold a message, or several of 1 MiB together"):
    val budget = UnsentBudget(4 << 20)
    val queues = Vector.fill(3)(SendQueue[String](1 << 30, 1 << 30, budget))
    val Vector(frozen, other, third) = queues: @unchecked
    def fill(queue: SendQueue[String]): Int =
      (0 until 1000).indexWhere(i => queue.addMessage(i, record(i, 50_000), s"$i") == Added.Full)
    // a portion of the budget may remain
    assert(clue(fill(frozen)) * 50_000L > (4 << 20) + (512 << 10))
    assert(clue(frozen.unsentBytes) <= (5 << 20))
    val few = fill(other)
    assert(clue(few) * 50_000L > (1 << 20) - 50_000 && other.unsentBytes <= (1 << 20) + (256 << 10))
    assertEquals(third.addMessage(1, record(1, 3_000_000), "large"), Added.Queued)
    assertEquals(third.addMessage(1, record(2, 10), "small"), Added.Full)
    assertEquals(third.addSignal(1, record(3, 10)), Added.Queued)
    // a queue that empties makes room for the others
    assertEquals(frozen.limit(1 << 30, 1L << 40), Nil)
    while frozen.poll() != null do ()
    assert(clue(fill(other)) > few)
    queues.foreach(_.close())
    assertEquals(budget.takenBytes, 0L)

  test("the budget has what the queues hold beyond their own shares, whatever comes and leaves"):
    Seeds.each(10): random =>
      val budget = UnsentBudget(8 << 20)
      val queues = Vector.fill(4)(SendQueue[String](1 << 30, 1 << 30, budget))
      queues.foreach(_.limit(1 << 30, 1L << 40): Unit)
      for i <- 0 until 200 do
        val queue = queues(random.nextInt(queues.size))
        if random.nextInt(3) == 0 then for _ <- 0 until random.nextInt(20) do queue.poll(): Unit
        else
          val bytes = record(i, random.nextInt(if random.nextInt(10) == 0 then 2_000_000 else 100_000))
          queue.addMessage(random.nextInt(3), bytes, "one"): Unit
        val beyond = queues.map(one => math.max(0, one.unsentBytes - (1 << 20))).sum
        // each may hold a large message without the budget
        assert(beyond <= budget.takenBytes + queues.size * 2_000_000L, s"$beyond, ${budget.takenBytes}")
        assert(budget.takenBytes <= (8 << 20), budget.takenBytes)
      val (emptied, closed) = queues.splitAt(2)
      emptied.foreach(queue => while queue.poll() != null do ())
      closed.foreach(_.close())
      assertEquals(budget.takenBytes, 0L)

  test("a message that has left the queue and was not sent is lost with the session, and reported"):
    val all = queue()
    for i <- 1 to 3 do assertEquals(all.addMessage(1, record(i, 20), s"$i"), Added.Queued)
    assertEquals(numberOf(all.poll().nn), 1)
    assertEquals(all.close(), List("2", "3"))
    assertEquals(all.poll(), null)

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

  test("a large record does not overtake earlier small ones to the same receiver"):
    val all = queue()
    val small = 40_000
    for i <- 0 until small do
      val _ = all.addMessage(i % 2, record(i, 20), "small")
    val _ = all.addMessage(1, record(small, 70_000), "large")
    for i <- 1 to 100 do
      val _ = all.addMessage(1, record(small + i, 20), "later")
    val order = complete(frames(all))
    val toOne = order.filter(n => n >= small || n % 2 == 1)
    assertEquals(toOne, toOne.sorted)
    assertEquals(order.size, small + 101)

  test("small records behind a large one have full turns when it is sent"):
    val all = queue()
    val _ = all.addMessage(1, record(0, 70_000), "large")
    for i <- 1 to 10_000 do
      val _ = all.addMessage(1, record(i, 20), "behind")
    for i <- 1 to 40_000 do
      val _ = all.addMessage(2, record(-i, 20), "other")
    val order = complete(frames(all))
    // at most a turn of the others, and then a turn of these
    val waits = order.indices.filter(order(_) > 0).sliding(2).map { case Seq(a, b) => b - a - 1 }.toVector
    assert(clue(waits.max) <= (64 << 10) / 20 + 1)
    assert(clue(waits.count(_ > 0)) <= 5)

  test("no large record begins before the other node has said what it accepts"):
    val all = SendQueue[String](1 << 30, 1 << 30, endless)
    val _ = all.addMessage(1, record(1, 200_000), "large")
    val _ = all.addMessage(1, record(2, 20), "behind")
    val _ = all.addMessage(2, record(3, 20), "other")
    assertEquals(complete(frames(all)), Vector(3))
    assertEquals(all.limit(1 << 20, 1 << 20), Nil)
    assertEquals(complete(frames(all)), Vector(1, 2))

  test("a record that the other node does not accept is lost, and the others are sent"):
    val all = SendQueue[String](1 << 30, 1 << 30, endless)
    val _ = all.addMessage(1, record(1, 200_000), "large")
    val _ = all.addSignal(1, record(2, 200_000))
    val _ = all.addMessage(1, record(3, 100_000), "fits")
    assertEquals(all.limit(100_000, 100_000).map(_.message), List("large", null))
    assertEquals(all.addMessage(1, record(4, 100_001), "late"), Added.TooLarge)
    assertEquals(all.addSignal(1, record(5, 100_001)), Added.TooLarge)
    assertEquals(all.unsentBytes, 100_000L)
    assertEquals(complete(frames(all)), Vector(3))
    assertEquals(all.unsentBytes, 0L)

  test("large records under way are no more than the other node assembles, and none waits for ever"):
    Seeds.each(30): random =>
      val all = SendQueue[String](1 << 30, 1 << 30, endless)
      assertEquals(all.limit(300_000, 500_000), Nil)
      val assembly = Assembly(300_000, 500_000)
      val sent = mutable.ArrayBuffer.empty[Int]
      def poll(): Boolean = all.poll() match
        case null => false
        case frame =>
          RecordFormat.read(frame) match
            case Right(piece: Record.Piece) =>
              assembly.add(piece) match
                case Right(whole) => if whole != null then sent += numberOf(whole.toArray)
                case Left(reason) => fail(reason)
            case _ => sent += numberOf(frame)
          true
      for number <- 0 until 40 do
        val length = if random.nextInt(3) == 0 then 20 else 70_000 + random.nextInt(230_000)
        assertEquals(all.addMessage(random.nextInt(5), record(number, length), "m"), Added.Queued)
        for _ <- 0 until random.nextInt(4) do poll(): Unit
      while poll() do ()
      assertEquals(sent.sorted.toVector, Vector.range(0, 40))

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
