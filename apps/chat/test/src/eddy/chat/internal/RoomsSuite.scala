package eddy.chat.internal

import eddy.actor.*
import eddy.chat.ChatConfig
import eddy.runtime.Engine

import scala.concurrent.duration.DurationInt

class RoomsSuite extends eddy.testing.PatientSuite:
  private def rooms(body: Vector[ActorRef[RoomCommand]] => Unit): Unit =
    val engine = Engine.start()
    given ActorSystem = ActorSystem(engine)
    def silent = actor[RoomCommand]:
      lazy val still: Behavior[RoomCommand] = react { case _ => still }
      still
    try body(Vector.fill(5)(silent))
    finally engine.shutdown(10.seconds): Unit

  test("the room that has been empty for longest gives its place, and one where somebody is does not"):
    rooms: refs =>
      val config = ChatConfig(maxRooms = 4)
      val all = refs.take(4).zipWithIndex.foldLeft(Rooms.none):
        case (known, (ref, n)) => known.opened(s"r$n", ref, s"10.0.0.$n")
      assert(all.roomFor("10.0.0.9", config).isLeft)
      val emptied = all.changed("r2", refs(2), isEmpty = true).changed("r0", refs(0), isEmpty = true)
        .changed("r3", refs(3), isEmpty = true).changed("r2", refs(2), isEmpty = false)
      val Right((left, evicted)) = emptied.roomFor("10.0.0.9", config): @unchecked
      assertEquals((evicted, left.named.keySet), (Some(refs(0)), Set("r1", "r2", "r3")))
      assertEquals(
        left.opened("r4", refs(4), "x").roomFor("10.0.0.9", config).map(_(1)),
        Right(Some(refs(3)))
      )
      // what an earlier life of a room tells counts no more
      assertEquals(left.changed("r1", refs(4), isEmpty = true), left)

  test("an address whose rooms are all taken gives place among its own, and others have theirs"):
    rooms: refs =>
      val config = ChatConfig(roomsPerAddress = 2)
      val all = Rooms.none.opened("r0", refs(0), "a").opened("r1", refs(1), "a").opened("r2", refs(2), "b")
        .changed("r2", refs(2), isEmpty = true)
      assert(all.roomFor("a", config).isLeft)
      assertEquals(all.roomFor("b", config), Right((all, None)))
      val emptied = all.changed("r1", refs(1), isEmpty = true)
      assertEquals(emptied.roomFor("a", config).map(_(1)), Right(Some(refs(1))))

  test("IPv6 addresses of one network are one"):
    def holder(text: String) = Connection.holder(java.net.InetAddress.getByName(text).nn)
    assertEquals(holder("2001:db8:0:1::1"), holder("2001:db8:0:1:ffff::2"))
    assertNotEquals(holder("2001:db8:0:1::1"), holder("2001:db8:0:2::1"))
    assertNotEquals(holder("10.0.0.1"), holder("10.0.0.2"))
end RoomsSuite
