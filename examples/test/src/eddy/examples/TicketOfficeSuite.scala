package eddy.examples

import eddy.actor.*
import eddy.actor.testkit.{Simulation, TestProbe}
import eddy.examples.TicketOffice.Request.*

import scala.concurrent.duration.*

class TicketOfficeSuite extends eddy.testing.PatientSuite:
  test("a held seat is free again after ten minutes"):
    Simulation.run(seed = 1): sim =>
      val office = TicketOffice.open(seats = 1)
      val buyer = TestProbe[Option[Int]]("buyer")
      office ! Hold(buyer.ref)
      buyer.expect(Some(1))
      sim.advance(9.minutes)
      office ! Hold(buyer.ref)
      buyer.expect(None)
      sim.advance(1.minute)
      office ! Hold(buyer.ref)
      buyer.expect(Some(2))

  test("however requests, payments and the end of patience fall, no seat is sold twice and none is lost"):
    val explored = Simulation.explore(runs = 500, slowness = 0.05): sim =>
      val office = TicketOffice.open(seats = 2, patience = 30.seconds)
      var sold = 0
      sim.always("two seats are two tickets")(sold <= 2)
      (1 to 4).foreach: n =>
        actor.named[Option[Int] | Boolean](s"buyer-$n"):
          val thinking = sim.random.nextInt(40).seconds
          office ! Hold(self)
          react:
            case None => stop
            case Some(ticket: Int) =>
              reactWithin(thinking):
                case TIMEOUT =>
                  office ! Pay(ticket, self)
                  react { case paid: Boolean => if paid then sold += 1; stop }
      sim.advance(2.minutes)
      // what nobody has paid can be had again
      val late = TestProbe[Option[Int]]("late")
      office ! Hold(late.ref)
      assertEquals(late.receive().isDefined, sold < 2)
    assert(explored.orders > 100, explored.toString)
end TicketOfficeSuite
