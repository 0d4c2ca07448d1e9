package eddy.remote.tcp

import eddy.actor.*
import eddy.testing.{Eventually, Need, NeedingSuite, TestLength}

import scala.concurrent.duration.DurationInt
import scala.util.{Try, Using}

/** Nodes of two networks, between which packets are lost without a word. */
class NetworkSuite extends NeedingSuite("networks"), TwoProcesses:
  private lazy val ip = Need.that("the right to make networks", "run as root, with iproute2 installed"):
    TwoNetworks.program
  if TestLength.isFull then need(ip): Unit

  private def withNetworks(test: TwoNetworks => Unit): Unit = Using.resource(TwoNetworks(ip.path))(test)

  test("a cable that is out for a while loses nothing, and nobody notices".tag(TestLength.LongTest)):
    withNetworks: networks =>
      withHere(host = TwoNetworks.here): here =>
        withThere(here, 7801, TwoNetworks.there, networks.launcher): there =>
          val found = worker(here, there)
          val _ = up(here)
          val reasons = end(found)
          for n <- 1L to 10L do
            networks.unplug()
            val asked = (1L to 100L).map(i => found.ask[Long](10.minutes)(OtherProcess.Work.Echo(n * i, _)))
            networks.plugIn()
            assertEquals(asked.map(await(_)), (1L to 100L).map(n * _))
          assert(reasons.isEmpty && here.events.isEmpty)

  for (title, lose, heal) <- List[(String, TwoNetworks => Unit, TwoNetworks => Unit)](
      ("a cable is out", _.unplug(), _.plugIn()),
      ("what this node sends is lost", _.loseSent(), _.loseNothing()),
      ("what the other node sends is lost", _.loseReceived(), _.loseNothing())
    )
  do
    test(s"while $title for longer than the limits the other node is gone; then it is back".tag(
      TestLength.LongTest
    )):
      withNetworks: networks =>
        withHere(silence = 1.second, resume = 1.second, host = TwoNetworks.here): here =>
          withThere(here, 7801, TwoNetworks.there, networks.launcher): there =>
            val found = worker(here, there)
            val before = up(here)
            val reasons = end(found)
            val asked = found.ask[Long](10.minutes)(OtherProcess.Work.Nothing(_))
            lose(networks)
            nextEnd(reasons)
            down(here)
            assert(clue(awaitFailure(asked)).isInstanceOf[UnansweredException])
            heal(networks)
            // nobody has to dial it
            assertEquals(up(here).incarnation, before.incarnation)
            Eventually.until("the node answers")(Try(asks(found, 7)).isSuccess)
  end for
end NetworkSuite
