package eddy.actor
package naming

import eddy.testing.Eventually

class GroupSuite extends ActorFixture:
  private def ending(seen: Probe[String]): ActorRef[String] = actor[String]:
    loop:
      react:
        case "end" => stop
        case s => seen.ref ! s; done

  test("a message to a group reaches each member once"):
    val seen = new Probe[String]
    val group = system.group[String]("all")
    assert(group.join(ending(seen)))
    val second = ending(seen)
    assert(group.join(second))
    assert(!group.join(second))
    assertEquals(group.broadcast("x"), 2)
    assertEquals(seen.next(2), List("x", "x"))
    assert(group.leave(second))
    assert(!group.leave(second))
    assertEquals(group.broadcast("y"), 1)

  test("the same name is the same group"):
    assert(system.group[String]("one") eq system.group[String]("one"))

  test("a member that ends leaves automatically, and a terminated actor cannot join"):
    val seen = new Probe[String]
    val group = system.group[String]("leaving")
    val member = ending(seen)
    assert(group.join(member))
    val told = new Probe[ExitReason]
    watch(member, told)
    member ! "end"
    val _ = told.next()
    assertEquals(group.members, Set.empty)
    assert(!group.join(member))
    assertEquals(group.members, Set.empty)

  test("a broadcast counts those that took it, and not one that is dead and still a member"):
    val group = system.group[String]("counted")
    val (alive, dead) = (new DyingRef[String], new DyingRef[String])
    List(alive, dead).foreach(group.join)
    dead.die()
    assertEquals(group.broadcast("x"), 1)

  test("a member is watched once, until it leaves"):
    val group = system.group[String]("watched")
    val member = new DyingRef[String]
    assert(group.join(member))
    assert(!group.join(member))
    assertEquals(member.watchers, 1)
    assert(group.leave(member))
    assertEquals(member.watchers, 0)

  test("a group without a name is refused"):
    val refusal = intercept[IllegalArgumentException](system.group[String](""))
    assert(refusal.getMessage.nn.contains("the group's name is \"\": give one"), refusal.getMessage)

  test("a name with a type finds its own group, whatever other names have the same text"):
    val seen = new Probe[Int]
    val lamps = GroupName[Int]("lamps")
    assert(system.group(lamps).join(seen.ref))
    assertEquals(system.group(lamps).broadcast(7), 1)
    assertEquals(seen.next(), 7)
    assertEquals(system.group[String]("lamps").members, Set.empty[ActorRef[String]])
    assertEquals(system.group(GroupName[String]("lamps")).members, Set.empty[ActorRef[String]])
    assertEquals(system.group(lamps).name, "lamps")
    assert(intercept[IllegalArgumentException](GroupName[Int]("")).getMessage.nn.contains("name = \"\""))

  /** Until the collector has come round. */
  private def eventuallyCollected(condition: => Boolean): Unit =
    Eventually.until("the unused groups are collected"):
      System.gc()
      condition

  test("groups that are empty and that nobody holds go; one with members, or in somebody's hand, stays"):
    val groups = new internal.system.Groups
    val member = new DyingRef[Any]
    def withMember = groups.named("with a member").asInstanceOf[Group[Any]]
    val passing = new DyingRef[Any]
    assert(withMember.join(member) && withMember.join(passing) && withMember.leave(passing))
    val held = groups.named("held")
    val left = groups.named("left").asInstanceOf[Group[Any]]
    assert(left.join(member))
    assert(left.leave(member))
    (1 to 1000).foreach(n => groups.named(s"$n"): Unit)
    eventuallyCollected { groups.named("held"): Unit; groups.size <= 3 }
    assert(groups.named("held") eq held)
    assert(groups.named("left") eq left)
    assertEquals(groups.named("with a member").members.size, 1)
    assertEquals(groups.members, Set[ActorRef[?]](member))

  test("a group whose last member has ended goes"):
    val groups = new internal.system.Groups
    val member = new DyingRef[Any]
    assert(groups.named("of one").asInstanceOf[Group[Any]].join(member))
    member.die()
    member.tell()
    eventuallyCollected { groups.named("other"): Unit; groups.size <= 1 }
end GroupSuite
