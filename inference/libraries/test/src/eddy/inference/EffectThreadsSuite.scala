package eddy.inference

import eddy.state.{AccessKind, SharedMap, Target}

/** Effects that a library runs on several threads of its own, while the handler waits: a lock of the
  * handler's would be one that they wait for.
  */
class EffectThreadsSuite extends eddy.testing.PatientSuite:
  private val found = SharedMap[String, Int]()

  private def apart(handler: String => Unit): Unit =
    val summary = Inference.summary(handler)
    assertEquals(summary.accesses.map(_.target), Nil)
    assert(clue(summary.detached).exists(a => isFound(a.target) && a.mode == AccessKind.Writes))
    Inference.lockSet(handler, "a").claims.foreach(c => fail(c.toString))

  private def isFound(target: Target) = target match
    case Target.Shared(map) => map eq found
    case Target.Entry(map, _) => map eq found
    case _ => false

  test("an effect of cats-effect"):
    import cats.effect.IO
    import cats.effect.unsafe.implicits.global
    apart(k => IO(found(k) = 1).unsafeRunSync())
    apart(k => IO.pure(k).map(found(_) = 1).unsafeRunSync())
    apart(k => IO.pure(k).flatMap(key => IO(found(key) = 1)).unsafeRunSync())

  test("what a method of cats-effect calls at once is under the handler's locks"):
    import cats.effect.IO
    import cats.effect.unsafe.implicits.global
    def written(k: String) =
      found(k) = 1
      IO.unit
    val handlers = List[String => Unit](
      k => IO.whenA(true)(written(k)).unsafeRunSync(),
      k => IO.traverse(List(k))(written(_)).void.unsafeRunSync(),
      k =>
        IO.fromOption(Option.empty[Int])({ written(k); IllegalStateException() }).attempt.void.unsafeRunSync()
    )
    for handler <- handlers do
      assert(Inference.lockSet(handler, "a").claims.exists(c => isFound(c.target)))

  test("a signature that names an undeclared type variable hides nothing"):
    import ox.mapPar
    val handler: String => Unit = k => println(List(k).mapPar(1)(key => found.put(key, 1)))
    val summary = Inference.summary(handler)
    assert((summary.accesses ++ summary.detached).exists(a => isFound(a.target)))
    assert(!clue(summary.accesses).exists(_.target == Target.Everything))

  test("what only the handler uses is under its locks, although an effect of cats-effect uses it"):
    import cats.effect.IO
    import cats.effect.unsafe.implicits.global
    var n = 0
    val handler: String => Unit = _ => IO { n += 1 }.unsafeRunSync()
    val summary = Inference.summary(handler)
    assertEquals(summary.detached, Nil)
    assertEquals(summary.accesses.map(_.mode), List(AccessKind.Writes))

  test("parallel effects of ZIO"):
    import zio.{Runtime, Unsafe, ZIO}
    apart: k =>
      val all = ZIO.foreachParDiscard(List(k, "b"))(key => ZIO.succeed(found(key) = 1))
      Unsafe.unsafe(unsafe =>
        val _ = Runtime.default.unsafe.run(all)(using implicitly, unsafe)
      )
end EffectThreadsSuite
