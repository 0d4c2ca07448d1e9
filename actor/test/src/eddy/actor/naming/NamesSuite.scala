package eddy.actor
package naming

class NamesSuite extends ActorFixture:
  private def waiting(): ActorRef[String] = actor[String](react { case _ => stop })

  test("a registered actor is found by its name, by that system only"):
    val ref = waiting()
    system.register("cashier", ref)
    assertEquals(system.whereIs[String]("cashier"), Some(ref))
    assert(system.registered("cashier"))
    assertEquals(new ActorSystem(engine).whereIs[String]("cashier"), None)

  test("a taken name is refused with its holder, and the same actor may register it again"):
    val ref = waiting()
    system.register("taken", ref)
    system.register("taken", ref)
    val refusal = intercept[NameTakenException](system.register("taken", waiting()))
    assert(refusal.getMessage.nn.contains(s"the name \"taken\" is taken by $ref"), refusal.getMessage)

  test("a name is free again when its actor has terminated, or was unregistered"):
    val ref = waiting()
    system.register("short", ref)
    val probe = new Probe[ExitReason]
    watch(ref, probe)
    ref ! "end"
    val _ = probe.next()
    assertEquals(system.whereIs[String]("short"), None)
    system.register("short", waiting())
    assert(system.unregister("short"))
    assert(!system.unregister("short"))
    assertEquals(system.whereIs[String]("short"), None)

  test("registering an actor that has ended leaves no entry behind"):
    val ref = actor[String](stop)
    val _ = endOf(ref)
    system.register("late", ref)
    assert(!system.registered("late"))

  test("an empty name is refused"):
    intercept[IllegalArgumentException](system.register("", waiting())): Unit

  test("of many that register one name at once exactly one gets it"):
    (1 to 200).foreach: round =>
      val refs = Vector.fill(4)(waiting())
      val won = new java.util.concurrent.atomic.AtomicInteger()
      val threads = refs.map: ref =>
        Thread.ofPlatform.nn.start: () =>
          try
            system.register(s"race $round", ref)
            val _ = won.incrementAndGet()
          catch case _: NameTakenException => ()
      threads.foreach(_.join())
      assertEquals(won.get, 1)

  test("the name of a dead actor is free before its end was signalled, and stays with its next owner"):
    val first = new DyingRef[String]
    system.register("heir", first)
    first.die()
    assertEquals(system.whereIs[String]("heir"), None)
    assert(!system.registered("heir"))
    val second = waiting()
    system.register("heir", second)
    first.tell()
    assertEquals(system.whereIs[String]("heir"), Some(second))

  test("a registered actor is watched once, until its name is unregistered or it has ended"):
    val ref = new DyingRef[String]
    (1 to 2).foreach(_ => system.register("watched", ref))
    assertEquals(ref.watchers, 1)
    assert(system.unregister("watched"))
    assertEquals(ref.watchers, 0)
    system.register("watched", ref)
    ref.tell()
    assertEquals(system.whereIs[String]("watched"), None)
end NamesSuite
