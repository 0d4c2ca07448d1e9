package eddy.push

import eddy.testing.{Eventually, Waits}

import scala.concurrent.Promise
import scala.concurrent.duration.DurationInt

/** Of the [[MediatorContract]]: the service dies and comes back, or a node is cut off from it, while messages
  * flow. Then nothing comes twice or out of order, and missing publications become a gap.
  */
trait FaultContract extends ContractNodes:
  test(
    "when the service dies while messages flow, publishing fails; when it is back all works, and missing ones become a gap"
  ):
    service.foreach: restartable =>
      val nodes = Vector.fill(2)(started())
      val space = java.util.UUID.randomUUID
      val names = Vector(s"kept-$space/a", s"plain-$space/a")
      val intakes = for (mediator, _) <- nodes; name <- names yield name -> hear(mediator, name)
      val pattern = TestIntake()
      await(nodes(0)(0).subscribe(Interest.Pattern(s"plain-$space/*"), pattern))
      val flows =
        for ((mediator, _), i) <- nodes.zipWithIndex; name <- names
        yield name -> Numbers(mediator, name, s"n$i", engine).start()
      flows.foreach((_, flow) => flow.taken.awaitSize(20))
      restartable.kill()
      nodes.foreach((_, node) =>
        node.states.await("change to down")(_.lastOption.exists(_ != MediatorState.Up))
      )
      flows.foreach((_, flow) => flow.refused.await("refusal")(_.nonEmpty))
      assert(nodes.forall((mediator, _) => mediator.state != MediatorState.Up))
      restartable.start()
      nodes.foreach: (_, node) =>
        node.states.await("change to up")(_.lastOption.contains(MediatorState.Up))
      val all = intakes :+ (names(1) -> pattern)
      all.foreach((_, intake) => intake.gaps.await("gap")(_.nonEmpty))
      val back = flows.map((_, flow) => flow.taken.now.last)
      for (name, intake) <- all; ((of, flow), last) <- flows.zip(back) if of == name do
        intake.publications.await("something after the gap")(flow.of(_).exists(_ > last))
      // from here on nothing is lost any more
      val before = flows.map((_, flow) => flow.taken.size)
      flows.zip(before).foreach { case ((_, flow), n) => flow.taken.awaitSize(n + 20) }
      flows.foreach((_, flow) => await(flow.stop()))
      for (name, intake) <- all; ((of, flow), n) <- flows.zip(before) if of == name do
        val last = flow.taken.now.last
        val heard = flow.of(intake.publications.await(s"the last, $last")(flow.of(_).contains(last)))
        assert(heard.distinct.sorted == heard, s"twice, or out of order: $heard")
        // the first of them may have been under way when the gap was reported
        assertEquals(flow.taken.now.drop(n + 1).diff(heard), Vector.empty, "acknowledged after the gap")
      for (name, intake) <- intakes if name == names(0) do
        val positions = intake.publications.now.map(_.position)
        assertEquals(positions.distinct, positions)
        positions.groupBy(_.epoch).values.foreach(own => assertEquals(own.sortBy(_.offset), own))

  for (kind, part) <- Seq[(String, Way => Unit)]("connections break" -> (_.cut()), "silence" -> (_.stall()))
  do
    test(
      s"a node parted from the service hears what others said meanwhile or of a gap, nothing twice ($kind)"
    ):
      newParted(deliveries.head).foreach: (parted, between) =>
        ways ++= between
        val node = start(parted)
        val (other, _) = started()
        val name = kept
        val (far, near) = (hear(parted, name), hear(other, name))
        def say(what: String, numbers: Range) = publish(other, name, numbers.map(n => s"$what $n")*)
        say("before", 1 to 20)
        val seen = far.publications.awaitSize(20).last.position
        between.foreach(part)
        if kind != "silence" then
          node.states.await("change to down")(_.lastOption.exists(_ != MediatorState.Up)): Unit
        // whether this goes out is unknown
        val own = text("own").copy(key = Some(s"own-${java.util.UUID.randomUUID}"))
        val unknown = parted.publish(name, own)
        say("meanwhile", 1 to 20)
        between.foreach(_.heal())
        if awaitTry(unknown).isFailure then publishUntilTaken(parted, name, own)
        sayUntilHeard(other, name, far)
        val heard = data(far.publications.now)
        assertEquals(heard.distinct, heard, "something came twice")
        assertEquals(heard.take(20), (1 to 20).map(n => s"before $n").toList)
        val meanwhile = heard.collect { case s"meanwhile $n" => n.toInt }
        assertEquals(meanwhile.sorted, meanwhile)
        assert(meanwhile.size == 20 || far.gaps.size > 0, s"missing, and no gap was told: $heard")
        assertEquals(
          data(near.publications.await("its own")(data(_).contains("own"))).count(_ == "own"),
          1,
          "what has a key came twice"
        )
        if parted.sharedHistory then
          val missed = await(parted.read(name, HistoryQuery(Some(seen), 1000)))
          assert(missed.complete)
          assertEquals(data(missed.publications).filter(_.startsWith("mean")).size, 20)
  end for

  private def hear(mediator: Mediator, name: String): TestIntake =
    val intake = TestIntake()
    await(mediator.subscribe(Interest.Channel(name), intake))
    intake

  /** It may be up a moment before it takes anything; with a key it comes once. */
  private def publishUntilTaken(mediator: Mediator, name: String, message: Message): Unit =
    Eventually.until("a publication is taken after the way was healed"):
      awaitTry(mediator.publish(name, message)).isSuccess

  private def sayUntilHeard(mediator: Mediator, name: String, by: TestIntake): Unit =
    val until = Waits.limit.fromNow
    var n = 0
    while !data(by.publications.now).exists(_.startsWith("after")) do
      if until.isOverdue() then fail(s"nothing is heard within ${Waits.limit} after the way was healed")
      n += 1
      publish(mediator, name, s"after $n")
      pause()

  private def pause(): Unit =
    val over = Promise[Unit]()
    engine.after(20.millis)(() => over.success(())): Unit
    await(over.future)
end FaultContract
