package eddy.push

import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

/** Of the [[MediatorContract]]: the service goes away and comes back, or the node ends. */
trait EndsContract extends ContractNodes:
  test("when the service goes away, publishing fails, and goes on when it is back, with a gap told"):
    service.foreach: restartable =>
      val (one, node) = started()
      val name = kept
      val intake = TestIntake()
      wait(one.subscribe(Interest.Channel(name), intake))
      publish(one, name, "before")
      intake.publications.awaitSize(1)
      restartable.kill()
      node.states.await("change to down")(_.exists(_ != MediatorState.Up))
      assert(one.state != MediatorState.Up)
      val failed = Await.ready(one.publish(name, text("lost")), 60.seconds).value.get
      assert(failed.isFailure, "nobody can have taken it")
      restartable.start()
      node.states.await("change to up")(_.lastOption.contains(MediatorState.Up))
      intake.gaps.await("gap")(_.nonEmpty)
      publishUntilTaken(one, name, "after")
      intake.publications.await("the publication after")(all => data(all).contains("after"))
      assertEquals(data(intake.publications.now).count(_ == "after"), 1)
      assert(data(intake.publications.now).indexOf("before") == 0)
      // ends are told apart: either the history goes on, or another epoch has begun
      val (first, last) = (intake.publications.now.head.position, intake.publications.now.last.position)
      assert(last.epoch != first.epoch || last.offset > first.offset, s"$first, then $last")

  test("when it is closed, nothing comes any more, and publishing fails"):
    val (one, _) = started()
    val (two, _) = started()
    val name = plain
    val (first, second) = (TestIntake(), TestIntake())
    wait(one.subscribe(Interest.Channel(name), first))
    wait(two.subscribe(Interest.Channel(name), second))
    publish(one, name, "a")
    first.publications.awaitSize(1)
    wait(one.close())
    wait(one.close())
    publish(two, name, "b")
    second.publications.awaitSize(2)
    assertEquals(data(first.publications.now), List("a"))
    assert(Await.ready(one.publish(name, text("c")), 60.seconds).value.get.isFailure)
    assert(one.state != MediatorState.Up)

  /** It may be up a moment before it takes anything; with a key it comes once. */
  private def publishUntilTaken(mediator: Mediator, name: String, what: String): Unit =
    val message = text(what).copy(key = Some(s"$what-${java.util.UUID.randomUUID}"))
    val until = System.nanoTime + 60.seconds.toNanos
    var taken = false
    while !taken do
      taken = Await.ready(mediator.publish(name, message), 60.seconds).value.get.isSuccess
      if !taken then
        if System.nanoTime > until then fail("nothing is taken within a minute after the restart")
        val pause = scala.concurrent.Promise[Unit]()
        engine.after(50.millis)(() => pause.success(())): Unit
        wait(pause.future)
end EndsContract
