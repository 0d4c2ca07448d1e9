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
    assert(summary.detached.exists(a => a.target == Target.Shared(found) && a.mode == AccessKind.Writes))
    Inference.lockSet(handler, "a").claims.foreach(c => fail(c.toString))

  test("parallel effects of ZIO"):
    import zio.{Runtime, Unsafe, ZIO}
    apart: k =>
      val all = ZIO.foreachParDiscard(List(k, "b"))(key => ZIO.succeed(found(key) = 1))
      Unsafe.unsafe(unsafe =>
        val _ = Runtime.default.unsafe.run(all)(using implicitly, unsafe)
      )
end EffectThreadsSuite
