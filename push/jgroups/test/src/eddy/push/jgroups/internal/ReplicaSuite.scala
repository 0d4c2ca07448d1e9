package eddy.push.jgroups.internal

import eddy.actor.ActorSystem
import eddy.push.{Delivery, Interest, Json, Message, Position, Publication, TestIntake, TestNode}
import eddy.runtime.Engine
import eddy.testing.EqualHashes

import scala.concurrent.duration.DurationInt

class ReplicaSuite extends eddy.testing.PatientSuite:
  private val engine = Engine.start()
  override def afterAll(): Unit = engine.shutdown(10.seconds): Unit

  test("channels with names of equal hashes cost little more than others"):
    val slowdown = EqualHashes.slowdown(20_000): names =>
      val replica = Replica(TestNode(ActorSystem(engine)), Delivery.Push, Recent())
      for name <- names do
        assert(replica.listen(Interest.Channel(name), TestIntake()))
        replica.offer(Publication(name, Position(0, ""), Message(Json("1"))))
        replica.open(s"kept $name"): Unit
      replica.leaveAll()
    assert(slowdown < 30, s"$slowdown times as long")
end ReplicaSuite
