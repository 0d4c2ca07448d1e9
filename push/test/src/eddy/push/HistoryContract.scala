package eddy.push

import eddy.testing.Eventually

/** Of the [[MediatorContract]]: the history of a channel. */
trait HistoryContract extends ContractNodes:
  test("history is read from both ends, after a position, and within a limit"):
    val (one, _) = started()
    val name = kept
    val intake = TestIntake()
    await(one.subscribe(Interest.Channel(name), intake))
    publish(one, name, (1 to 10).map(_.toString)*)
    intake.publications.awaitSize(10)
    val epoch = intake.publications.now.head.position.epoch
    def read(query: HistoryQuery) =
      val page = await(one.read(name, query))
      assertEquals(page.top, Position(10, epoch))
      page
    def offsets(query: HistoryQuery) = read(query).publications.map(_.offset).toList
    assertEquals(offsets(HistoryQuery()), (1L to 10L).toList)
    assertEquals(offsets(HistoryQuery(limit = 3)), List(1L, 2L, 3L))
    assertEquals(offsets(HistoryQuery(limit = 0)), Nil)
    assertEquals(offsets(HistoryQuery(Some(Position(4, epoch)), 3)), List(5L, 6L, 7L))
    assertEquals(offsets(HistoryQuery(Some(Position(10, epoch)))), Nil)
    assertEquals(offsets(HistoryQuery(limit = 3, reverse = true)), List(10L, 9L, 8L))
    assertEquals(offsets(HistoryQuery(Some(Position(4, epoch)), 2, reverse = true)), List(3L, 2L))
    assertEquals(data(read(HistoryQuery()).publications), (1 to 10).map(_.toString).toList)
    assert(read(HistoryQuery(Some(Position(0, epoch)))).complete)
    assert(read(HistoryQuery(Some(Position(10, epoch)))).complete)
    assert(!read(HistoryQuery(Some(Position(11, epoch)))).complete, "nobody can have seen that")
    assert(
      !read(HistoryQuery(Some(Position(4, s"${epoch}x")))).complete,
      "another epoch says nothing about this one"
    )

  test("a part of the history ends by its bytes, too, and has one publication at least"):
    val (one, _) = started()
    val name = kept
    val intake = TestIntake()
    await(one.subscribe(Interest.Channel(name), intake))
    publish(one, name, (1 to 100).map(i => s"$i ${"x" * 5000}")*)
    val all = intake.publications.awaitSize(100).map(_.position)
    for reverse <- Seq(false, true) do
      def from(after: Option[Position], read: Vector[Position]): Vector[Position] =
        val page = await(one.read(name, HistoryQuery(after, 90, reverse, maxBytes = 300_000)))
        val more = read ++ page.publications.map(_.position)
        if page.publications.isEmpty then read
        else
          val bytes = page.publications.map(_.message.data.length).sum
          assert(bytes <= 300_000 && (more.size == 100 || bytes > 200_000), s"$bytes")
          from(Some(more.last), more)
      assertEquals(from(None, Vector.empty), if reverse then all.reverse else all)
      assertEquals(await(one.read(name, HistoryQuery(reverse = reverse, maxBytes = 10))).publications.size, 1)

  test("of a channel as many publications are kept as its retention says"):
    val (one, _) = started()
    val name = kept
    val intake = TestIntake()
    await(one.subscribe(Interest.Channel(name), intake))
    (1 to 1200).map(i => one.publish(name, text(i.toString))).foreach(await(_))
    intake.publications.awaitSize(1200)
    val epoch = intake.publications.now.head.position.epoch
    val page = await(one.read(name, HistoryQuery(limit = 2000)))
    assertEquals(page.top, Position(1200, epoch))
    assertEquals(page.publications.map(_.offset), (201L to 1200L).toVector)
    assert(await(one.read(name, HistoryQuery(Some(Position(200, epoch)), 1))).complete)
    assert(!await(one.read(name, HistoryQuery(Some(Position(199, epoch)), 1))).complete, "200 is gone")

  test("of a channel no more is kept than has so many bytes, but the newest however long it is"):
    val (one, _) = started()
    val name = channel("kept small")
    val intake = TestIntake()
    await(one.subscribe(Interest.Channel(name), intake))
    for (size, times) <- Seq(5000 -> 100, 150_000 -> 1, 300 -> 30) do
      val before = intake.publications.size
      (1 to times).map(i => one.publish(name, text(s"$i ${"x" * size}"))).foreach(await(_))
      val all = intake.publications.awaitSize(before + times)
      val page = await(one.read(name, HistoryQuery(limit = 1000)))
      val bytes = page.publications.map(_.message.data.length).sum
      assertEquals(page.top, all.last.position)
      assertEquals(page.publications, all.takeRight(page.publications.size))
      if size == 150_000 then assertEquals(page.publications.size, 1)
      else assert(bytes <= 100_000 && (bytes > 60_000 || page.publications.size == times), s"$bytes")
      val lost = page.publications.head.position
      assert(await(one.read(name, HistoryQuery(Some(lost.copy(offset = lost.offset - 1)), 1))).complete)
      assert(!await(one.read(name, HistoryQuery(Some(lost.copy(offset = lost.offset - 2)), 1))).complete)

  test("of all channels no more is kept than the node's histories may hold, and the oldest go first"):
    val (one, node) = started()
    if holdsHistories then
      val names = Vector.fill(12)(kept)
      val intakes = names.map: name =>
        val intake = TestIntake()
        await(one.subscribe(Interest.Channel(name), intake))
        intake
      for (name, intake) <- names.zip(intakes) do
        (1 to 20).map(i => one.publish(name, text(s"$i ${"x" * 50_000}"))).foreach(await(_))
        intake.publications.awaitSize(20)
      val counts = names.map(name => await(one.read(name, HistoryQuery())).publications.size)
      assert(counts.sum * 50_000 <= node.histories.limit, s"$counts")
      assert(counts.sum * 50_000 > node.histories.limit * 8 / 10, s"$counts")
      assertEquals(counts.sorted, counts, "the oldest go first")
      assertEquals(counts.last, 20)
      for (name, intake) <- names.zip(intakes) do
        val seen = intake.publications.now.map(_.position)
        val page = await(one.read(name, HistoryQuery(Some(seen.head.copy(offset = 0)), 100)))
        assertEquals(page.complete, page.publications.size == 20, name)
        assertEquals(page.top, seen.last)

  test("publications older than the history's age are not read, and a subscriber without them not recovered"):
    val (one, _) = started()
    val name = channel("brief")
    val intake = TestIntake()
    await(one.subscribe(Interest.Channel(name), intake))
    publish(one, name, "a", "b")
    val seen = intake.publications.awaitSize(2).map(_.position)
    Eventually.until("both are too old")(await(one.read(name, HistoryQuery())).publications.isEmpty)
    assertEquals(
      await(one.read(name, HistoryQuery(Some(seen(1))))),
      HistoryPage(Vector.empty, seen(1), complete = true)
    )
    assertEquals(
      await(one.read(name, HistoryQuery(Some(seen(0))))),
      HistoryPage(Vector.empty, seen(1), complete = false)
    )

  test("nothing is kept where nothing is to be kept"):
    val (one, _) = started()
    val name = plain
    val intake = TestIntake()
    await(one.subscribe(Interest.Channel(name), intake))
    publish(one, name, "a")
    intake.publications.awaitSize(1)
    assertEquals(await(one.read(name, HistoryQuery())).publications, Vector.empty)

  test("a history that was forgotten continues from its position, and no subscriber misses anything"):
    for delivery <- deliveries do
      val (one, _) = started(delivery)
      val name = kept
      val intake = TestIntake()
      await(one.subscribe(Interest.Channel(name), intake))
      publish(one, name, "a", "b")
      val seen = intake.publications.awaitSize(2).map(_.position)
      await(one.forget(name))
      for (position, complete) <- seen.zip(Seq(false, true)) do
        assertEquals(
          await(one.read(name, HistoryQuery(Some(position)))),
          HistoryPage(Vector.empty, seen(1), complete)
        )
      publish(one, name, "c")
      val after = intake.publications.awaitSize(3).last
      assertEquals(after.position, seen(1).copy(offset = 3))
      assertEquals(
        await(one.read(name, HistoryQuery(Some(seen(1))))),
        HistoryPage(Vector(after), after.position, complete = true)
      )
      assertEquals(intake.gaps.now, Vector.empty, delivery)

  test("a history of which nothing is known is forgotten"):
    val (one, _) = started()
    await(one.forget(kept))
    await(one.forget(plain))

  test("a publisher reads its publication as soon as it is acknowledged"):
    val (one, node) = started()
    val name = kept
    await(one.subscribe(Interest.Channel(name), TestIntake()))
    for i <- 1 to 50 do
      val message = text(i.toString).copy(origin = node.id, sent = i)
      await(one.publish(name, message))
      val page = await(one.read(name, HistoryQuery(limit = 1, reverse = true)))
      assertEquals(data(page.publications), List(i.toString))

  test("where history is shared, all nodes see the same positions, and a new node the past"):
    val (one, _) = started()
    if one.sharedHistory then
      val (two, _) = started()
      val name = kept
      val (first, second) = (TestIntake(), TestIntake())
      await(one.subscribe(Interest.Channel(name), first))
      await(two.subscribe(Interest.Channel(name), second))
      publish(one, name, "a", "b")
      publish(two, name, "c")
      assertEquals(first.publications.awaitSize(3), second.publications.awaitSize(3))
      val (three, _) = started()
      val page = await(three.read(name, HistoryQuery()))
      assertEquals(page.publications.map(_.position), first.publications.now.map(_.position))
      assertEquals(data(page.publications), List("a", "b", "c"))
end HistoryContract
