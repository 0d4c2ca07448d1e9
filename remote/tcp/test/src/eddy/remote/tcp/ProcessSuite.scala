package eddy.remote.tcp

import eddy.actor.*
import eddy.remote.tcp.OtherProcess.Work
import eddy.testing.{Eventually, PatientSuite, TestLength, TimeLimit}

import scala.concurrent.duration.DurationInt
import scala.util.Try

/** Nodes of two processes, of which one is killed, frozen or started again. */
class ProcessSuite extends PatientSuite, TwoProcesses:

  override protected def timeLimit: TimeLimit =
    if TestLength.isFull then TimeLimit(30.minutes, "A hundred processes start, and are killed.")
    else super.timeLimit

  test(
    "a killed node is gone at once, however long a broken connection may take, and returns as another one"
  ):
    withHere(): here =>
      val port = OverTcp.freePort()
      val rounds = TestLength.rounds(short = 2, full = 100)
      var incarnations = Set.empty[Long]
      for round <- 1 to rounds do
        withThere(here, port): there =>
          val found = worker(here, there)
          incarnations += up(here).incarnation
          val reasons = end(found)
          val named = here.node.peer("there").named[Work]("worker")
          asks(named, round)
          // under way when it is killed
          val asked = found.ask[Long](10.minutes)(Work.Echo(1, _))
          there.freeze()
          val lost = found.ask[Long](10.minutes)(Work.Echo(2, _))
          for _ <- 1 to 100 do found ! Work.Add(new Array[Byte](10_000))
          there.kill()
          nextEnd(reasons)
          down(here)
          val _ = awaitTry(asked)
          assert(clue(awaitFailure(lost)).isInstanceOf[UnansweredException])
      assertEquals(incarnations.size, rounds)

  test("a node that is frozen for less than the limits is not gone, and loses nothing"):
    withHere(): here =>
      withThere(here, OverTcp.freePort()): there =>
        val found = worker(here, there)
        val _ = up(here)
        val reasons = end(found)
        there.freeze()
        val asked = (1L to 100L).map(n => found.ask[Long](10.minutes)(Work.Echo(n, _)))
        there.thaw()
        assertEquals(asked.map(await(_)), (1L to 100L))
        assert(reasons.isEmpty && here.events.isEmpty)

  test(
    "a node that is frozen for longer is gone, and has another session with the same incarnation afterwards"
  ):
    withHere(silence = 500.millis, resume = 500.millis): here =>
      withThere(here, OverTcp.freePort()): there =>
        val found = worker(here, there)
        val before = up(here)
        val reasons = end(found)
        there.freeze()
        nextEnd(reasons)
        down(here)
        there.thaw()
        Eventually.until("the node answers")(Try(worker(here, there)).toOption.contains(found))
        asks(found, 7)
        assertEquals(up(here).incarnation, before.incarnation)

  test("a connection that breaks is made again, and nobody notices"):
    withHere(): here =>
      withThere(here, OverTcp.freePort()): there =>
        val found = worker(here, there)
        val _ = up(here)
        val reasons = end(found)
        for n <- 1L to 20L do
          val asked = found.ask[Long](10.minutes)(Work.Echo(n, _))
          here.reset()
          assertEquals(await(asked), n)
        assert(reasons.isEmpty && here.events.isEmpty)
        assert(here.node.stats.peers.exists(_.transport.resumptions > 0))
end ProcessSuite
