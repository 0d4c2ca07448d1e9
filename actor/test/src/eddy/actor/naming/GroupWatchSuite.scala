package eddy.actor
package naming

import eddy.actor.GroupChange.{Joined, Left}

class GroupWatchSuite extends ActorFixture:
  private def idle(): ActorRef[Int] = actor[Int](react { case _ => stop })

  /** What an actor hears of the group. */
  private def watching(group: Group[Int], heard: Probe[GroupChange[Int]]): ActorRef[GroupChange[Int]] =
    actor[GroupChange[Int]]:
      val _ = watchGroup(group)(identity)
      loop(react { case change => heard.ref ! change; done })

  test("a watcher of a group receives the present members, then each change, in order"):
    val heard = new Probe[GroupChange[Int]]
    val group = system.group(GroupName[Int]("desks"))
    val (one, two, three) = (idle(), idle(), idle())
    assert(group.join(one))
    assert(group.join(two))
    val watcher = watching(group, heard)
    assertEquals(heard.next(2), List(Joined(one), Joined(two)))
    // nothing has changed
    assert(!group.join(two))
    assert(group.leave(one))
    assert(group.join(three))
    assert(group.join(one))
    assertEquals(heard.next(3), List(Left(one), Joined(three), Joined(one)))
    val _ = endOf(two, two ! 0)
    assertEquals(heard.next(), Left(two))
    assertEquals(group.inOrder, Vector(three, one))
    watcher.kill()

  test("many threads join and leave: the changes that a watcher receives yield the members"):
    val heard = new Probe[GroupChange[Int]]
    val group = system.group(GroupName[Int]("busy"))
    val watcher = watching(group, heard)
    val members = Vector.fill(4)(idle())
    val threads = members.map: member =>
      Thread.ofVirtual.nn.start: () =>
        for _ <- 1 to 500 do
          assert(group.join(member))
          assert(group.leave(member))
        val _ = group.join(member)
    threads.foreach(_.nn.join())
    val changes = heard.next(4 * 1001)
    val folded = changes.foldLeft(Set.empty[ActorRef[Int]]):
      case (now, Joined(member)) => assert(!now(member)); now + member
      case (now, Left(member)) => assert(now(member)); now - member
    assertEquals(folded, members.toSet)
    assertEquals(group.members, members.toSet)
    watcher.kill()

  test("a notice that fails is reported, and affects neither other watchers nor the joining thread"):
    val heard = new Probe[GroupChange[Int]]
    val group = system.group(GroupName[Int]("faulty"))
    val faulty = actor[Int]:
      val _ = watchGroup(group)(_ => throw IllegalStateException("no notice"))
      loop(react { case _ => done })
    settle(faulty)
    val watcher = watching(group, heard)
    settle(watcher)
    val one = idle()
    assert(group.join(one))
    assertEquals(heard.next(), Joined(one))
    assertEquals(reported, List("no notice"))
    faulty.kill()
    watcher.kill()

  test("a watch ends with the life of its actor, or when it is closed, and leaves nothing behind"):
    val heard = new Probe[GroupChange[Int]]
    val members = new internal.system.GroupMembers[Int](_ => ())
    val (dies, closes) = (members.watch(heard.ref ! _), members.watch(heard.ref ! _))
    assert(members.isWatched)
    val group = system.group(GroupName[Int]("left"))
    val watcher = watching(group, heard)
    settle(watcher)
    val _ = endOf(watcher, watcher.kill())
    assert(group.join(idle()))
    closes.close()
    assert(dies.cancel())
    assert(!members.isWatched)
    assert(heard.isEmpty)
end GroupWatchSuite
