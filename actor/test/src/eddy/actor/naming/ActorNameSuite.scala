package eddy.actor
package naming

import scala.compiletime.testing.typeCheckErrors

/** Names that have a type, and watches of their changes. */
class ActorNameSuite extends ActorFixture:
  private val Clerk = ActorName[Int]("clerk")

  private def idle(): ActorRef[Int] = actor[Int](react { case 0 => stop })

  test("a lookup by the same object finds the actor, with its type"):
    val ref = idle()
    system.register(Clerk, ref)
    val found: Option[ActorRef[Int]] = system.whereIs(Clerk)
    assertEquals(found, Some(ref))
    assertEquals(system.whereIs[Int]("clerk"), Some(ref))
    assert(system.registered("clerk"))
    assert(system.unregister(Clerk))
    assertEquals(system.whereIs(Clerk), None)

  test("the compiler checks both sides"):
    assert(typeCheckErrors("system.register(Clerk, actor[String](stop))").nonEmpty)
    assert(typeCheckErrors("system.whereIs(Clerk).foreach(_ ! \"text\")").nonEmpty)

  test("a name with the same text is taken, whatever it was registered by, and not found by another object"):
    val ref = idle()
    val other = ActorName[String]("clerk")
    system.register(Clerk, ref)
    intercept[NameTakenException](system.register("clerk", idle())): Unit
    intercept[NameTakenException](system.register(other, actor[String](react { case "" => stop }))): Unit
    assertEquals(system.whereIs(other), None)
    assert(!system.unregister(other))
    assert(system.unregister("clerk"))
    system.register("clerk", ref)
    assertEquals(system.whereIs(Clerk), None)
    assert(system.unregister("clerk"))

  test("an empty text is refused"):
    intercept[IllegalArgumentException](ActorName[Int]("")): Unit

  /** What an actor hears of the name; the watch itself, to be taken back. */
  private def watching(
      name: ActorName[Int],
      heard: Probe[Option[ActorRef[Int]]]
  ): ActorRef[Option[ActorRef[Int]]] =
    actor[Option[ActorRef[Int]]]:
      val _ = watchName(name)(identity)
      loop(react { case holder => heard.ref ! holder; done })

  test("a watcher of a name receives the present holder, then each change, in order"):
    val heard = new Probe[Option[ActorRef[Int]]]
    val Name = ActorName[Int]("desk")
    val (one, two, three) = (idle(), idle(), idle())
    val watcher = watching(Name, heard)
    assertEquals(heard.next(), None)
    system.register(Name, one)
    assertEquals(heard.next(), Some(one))
    // nothing has changed
    system.register(Name, one)
    assert(system.unregister(Name))
    system.register(Name, two)
    assertEquals(heard.next(2), List(None, Some(two)))
    val _ = endOf(two, two ! 0)
    assertEquals(heard.next(), None)
    system.register(Name, three)
    assertEquals(heard.next(), Some(three))
    val late = new Probe[Option[ActorRef[Int]]]
    val second = watching(Name, late)
    assertEquals(late.next(), Some(three))
    // by another object
    assert(system.unregister(Name))
    assertEquals(heard.next(), None)
    assertEquals(late.next(), None)
    system.register("desk", one)
    assert(system.unregister("desk"))
    system.register(Name, one)
    assertEquals((heard.next(), late.next()), (Some(one), Some(one)))
    watcher.kill()
    second.kill()

  test("a notice that fails is reported, and affects neither other watchers nor the registering actor"):
    val heard = new Probe[Option[ActorRef[Int]]]
    val Name = ActorName[Int]("counter")
    val faulty = actor[Int]:
      val _ = watchName(Name)(holder => if holder.isEmpty then 0 else throw IllegalStateException("no"))
      loop(react { case _ => done })
    settle(faulty)
    val watcher = watching(Name, heard)
    assertEquals(heard.next(), None)
    val one = idle()
    system.register(Name, one)
    assertEquals(heard.next(), Some(one))
    // its end is noticed: the name is free
    val _ = endOf(one, one ! 0)
    assertEquals(heard.next(), None)
    faulty.kill()
    watcher.kill()

  test("a watch ends with the life of its actor, or when it is closed, and leaves nothing behind"):
    val world = newSystem
    val heard = new Probe[Option[ActorRef[Int]]]
    val Name = ActorName[Int]("desk")
    locally:
      given ActorSystem = world
      val watcher = watching(Name, heard)
      assertEquals(heard.next(), None)
      val _ = endOf(watcher, watcher.kill())
      val closer = actor[Option[ActorRef[Int]]]:
        val watch = watchName(Name)(identity)
        react { case holder => heard.ref ! holder; watch.close(); react { case Some(_) => stop } }
      assertEquals(heard.next(), None)
      settle(closer)
      world.register(Name, idle())
      closer.kill()
    assert(!world.watchesNames)
    assert(heard.isEmpty)

  test("an actor that watches names and closes the watches again and again does not grow"):
    val kept = new Probe[(Int, Int)]
    val Name = ActorName[Int]("desk")
    val watcher = actor[Option[ActorRef[Int]]]:
      for _ <- 1 to 1000 do watchName(Name)(identity).close()
      val cold = self.asInstanceOf[internal.cell.Cell[?]].coldState
      kept.ref ! (cold.watches.ownCount, cold.endHooks.size)
      stop
    val (watches, hooks) = kept.next()
    assert(watches < 50, s"$watches watches")
    assertEquals(hooks, 0)
    assertEndsWell(watcher)
    assert(!system.watchesNames)
end ActorNameSuite
