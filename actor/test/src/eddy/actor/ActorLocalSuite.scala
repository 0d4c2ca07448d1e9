package eddy.actor

class ActorLocalSuite extends ActorFixture:
  /** The result of `body`, run in a new actor. */
  private def inActor[R](body: Actor[Unit] ?=> R): R =
    val result = new Probe[R]
    val _ = actor[Unit]:
      result.ref ! body
      stop
    result.next()

  test("the initial value is made once for each actor that asks for it"):
    val made = new java.util.concurrent.atomic.AtomicInteger()
    val number = ActorLocal(made.incrementAndGet())
    assertEquals(inActor((number.get, number.get)), (1, 1))
    assertEquals(inActor((number.get, number.get)), (2, 2))

  test("a value that was set is this actor's alone, and after clear it is made again"):
    val text = ActorLocal("initial")
    val seen = inActor:
      text.set("mine")
      val before = text.get
      text.clear()
      (before, text.get)
    assertEquals(seen, ("mine", "initial"))
    assertEquals(inActor(text.get), "initial")

  test("two of them do not know of each other"):
    val a = ActorLocal("a")
    val b = ActorLocal("b")
    val seen = inActor:
      a.set("A")
      b.set("B")
      val both = (a.get, b.get)
      a.clear()
      (both, a.get, b.get)
    assertEquals(seen, (("A", "B"), "a", "B"))
end ActorLocalSuite
