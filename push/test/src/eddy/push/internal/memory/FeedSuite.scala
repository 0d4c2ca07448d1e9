package eddy.push.internal.memory

import eddy.actor.testkit.Simulation
import eddy.push.*

class FeedSuite extends eddy.testing.PatientSuite:
  test(
    "publications pending for a node that wants nothing are bounded in bytes: the oldest are dropped, and the node gets a gap"
  ):
    Simulation.run(seed = 1): sim =>
      val intake = TestIntake(wants = 1)
      // all share one text
      val large = Message(Json(s"\"${"x" * 1024 * 1024}\""))
      def publication(n: Int) = Publication("a", Publication.Unplaced, large.copy(time = n))
      val feed = Feed(TestNode(sim.system), Interest.Channel("a"), intake, Delivery.Adaptive)
      for n <- 1 to 200 do
        feed.offer(publication(n))
        feed.drain()
      assertEquals(intake.publications.size, 1)
      intake.want(1000)
      val came = intake.publications.now.map(_.message.time)
      assertEquals(came.tail, (201L - came.tail.size to 200L).toVector)
      assert(came.size <= 65 && came.size >= 60, s"${came.size} mebibytes")
      assert(intake.gaps.size > 0)
end FeedSuite
