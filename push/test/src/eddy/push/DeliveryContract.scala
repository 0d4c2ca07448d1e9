package eddy.push

import java.util.concurrent.atomic.AtomicInteger

/** Of the [[MediatorContract]]: publications reach each interested node, in order, once. */
trait DeliveryContract extends ContractNodes:
  test("a publication reaches every interested node, the publishing one too"):
    val (one, _) = started()
    val (two, _) = started()
    val (name, other) = (plain, plain)
    val intakes = List(one, two).map: m =>
      val intake = TestIntake()
      await(m.subscribe(Interest.Channel(name), intake))
      intake
    publish(one, name, "a")
    publish(two, name, "b")
    publish(two, other, "not wanted")
    publish(one, name, "c")
    intakes.foreach: intake =>
      val all = intake.publications.awaitSize(3)
      assertEquals(data(all).toSet, Set("a", "b", "c"))
      assert(all.forall(_.channel == name))
      assert(all.forall(_.position == Publication.Unplaced), "nothing is kept, so there are no positions")

  test("publications of a channel come in order, with offsets from 1 and one epoch"):
    val (one, _) = started()
    val name = kept
    val intake = TestIntake()
    await(one.subscribe(Interest.Channel(name), intake))
    val sent = (1 to 500).map(_.toString)
    val acknowledged = sent.map(t => one.publish(name, text(t)))
    acknowledged.foreach(await(_))
    val all = intake.publications.awaitSize(500)
    assertEquals(data(all), sent.toList)
    assertEquals(all.map(_.offset), (1L to 500L).toVector)
    assertEquals(all.map(_.position.epoch).distinct.size, 1)

  test("nothing comes of an interest that was ended"):
    val (one, _) = started()
    val (two, _) = started()
    val name = plain
    val (first, second) = (TestIntake(), TestIntake())
    await(one.subscribe(Interest.Channel(name), first))
    await(two.subscribe(Interest.Channel(name), second))
    publish(one, name, "a")
    first.publications.awaitSize(1)
    await(one.unsubscribe(Interest.Channel(name)))
    publish(two, name, "b", "c")
    second.publications.awaitSize(3)
    // what the node hears later shows that nothing is on its way
    val later = TestIntake()
    val other = plain
    await(one.subscribe(Interest.Channel(other), later))
    publish(two, other, "d")
    later.publications.awaitSize(1)
    assertEquals(data(first.publications.now), List("a"))
    // and it can be interested again
    val again = TestIntake()
    await(one.subscribe(Interest.Channel(name), again))
    publish(two, name, "e")
    assertEquals(data(again.publications.awaitSize(1)), List("e"))

  test("a publication from before an interest does not reach it"):
    val (one, _) = started()
    val name = kept
    publish(one, name, "before")
    val intake = TestIntake()
    await(one.subscribe(Interest.Channel(name), intake))
    publish(one, name, "after")
    assertEquals(data(intake.publications.awaitSize(1)), List("after"))

  for of <- Seq("kept", "plain") do
    test(s"a message whose key is known is not published again ($of)"):
      val (one, node) = started()
      val (two, _) = started()
      val name = channel(of)
      val (first, second) = (TestIntake(), TestIntake())
      await(one.subscribe(Interest.Channel(name), first))
      await(two.subscribe(Interest.Channel(name), second))
      def keyed(key: String, what: String) = text(what).copy(key = Some(key))
      val published = await(one.publish(name, keyed("k1", "a")))
      val again = await(two.publish(name, keyed("k1", "a")))
      await(one.publish(name, keyed("k2", "b"))): Unit
      publish(two, name, "c")
      List(first, second).foreach: intake =>
        // where each node has a history of its own two publishers may come in either order; a second "a"
        // comes before "c"
        val heard = data(intake.publications.await("all")(all => Set("b", "c").subsetOf(data(all).toSet)))
        assertEquals(if one.sharedHistory then heard else heard.sorted, List("a", "b", "c"))
      if one.sharedHistory then
        assert(!published.duplicate)
        assert(again.duplicate)
        assertEquals(again.position, published.position)
      assertEquals(node.failures.size, 0)
  end for

  for delivery <- Seq(Delivery.Pull, Delivery.Adaptive) do
    test(s"an intake that is behind leaves the rest with the service, and loses nothing ($delivery)"):
      if deliveries.contains(delivery) then
        val (one, node) = started(delivery)
        val (two, _) = started(delivery)
        val name = kept
        val slow = TestIntake(wants = 10)
        val quick = TestIntake()
        await(one.subscribe(Interest.Channel(name), slow))
        await(two.subscribe(Interest.Channel(name), quick))
        // no more than the history keeps: a late reader may read from there
        val all = (1 to 900).map(_.toString).toList
        all.map(t => two.publish(name, text(t))).foreach(await(_))
        assertEquals(data(quick.publications.awaitSize(900)), all, "another node does not notice")
        // all requested ones, and then the mediator waits: only now is the intake behind
        slow.publications.awaitSize(10)
        slow.pauses.awaitSize(1)
        if delivery == Delivery.Adaptive then
          node.switches.await("switch")(_.contains((Interest.Channel(name), Delivery.Pull))): Unit
        assert(
          slow.publications.size <= 10 + slack,
          s"${slow.publications.size} have come, though 10 were wanted"
        )
        // it wants more, bit by bit
        while slow.publications.size < 900 do
          val before = slow.publications.size
          slow.want(500)
          slow.publications.awaitSize(math.min(900, before + 100)): Unit
        assertEquals(data(slow.publications.awaitSize(900)), all)
        assertEquals(slow.publications.now.map(_.offset), (1L to 900L).toVector)
        if delivery == Delivery.Adaptive then
          val switches = node.switches.now.collect { case (Interest.Channel(`name`), to) => to }
          assertEquals(switches.headOption, Some(Delivery.Pull))
          assert(
            switches.sliding(2).forall(_.distinct.size == 2 || switches.size < 2),
            s"one switch after another: $switches"
          )
  end for

  for of <- Seq("kept", "plain") do
    test(s"of 10,000 messages from 4 threads none is lost or doubled ($of)"):
      val (one, _) = started()
      val (two, _) = started()
      val name = channel(of)
      val intakes = List(one, two).map: m =>
        val intake = TestIntake()
        await(m.subscribe(Interest.Channel(name), intake))
        intake
      val failures = new AtomicInteger()
      val threads = (0 until 4).map: t =>
        Thread.ofVirtual.unstarted: () =>
          val mediator = if t % 2 == 0 then one else two
          (0 until 2500).grouped(50).foreach: batch =>
            batch.map(i => mediator.publish(name, text(s"$t:$i"))).foreach: f =>
              if !scala.util.Try(await(f)).isSuccess then failures.incrementAndGet(): Unit
      threads.foreach(_.start())
      threads.foreach(_.join())
      assertEquals(failures.get, 0)
      intakes.foreach: intake =>
        val all = data(intake.publications.awaitSize(10_000))
        assertEquals(all.distinct.size, 10_000)
        (0 until 4).foreach: t =>
          val own = all.collect { case s"$u:$i" if u == t.toString => i.toInt }
          assert(own == (0 until 2500).toList, s"thread $t's messages are not in order")
        if of == "kept" then
          assertEquals(intake.publications.now.map(_.offset), (1L to 10_000L).toVector)
      if one.sharedHistory then
        assertEquals(
          data(intakes(0).publications.now),
          data(intakes(1).publications.now),
          "all nodes see one order"
        )
  end for
end DeliveryContract
