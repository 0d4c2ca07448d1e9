package eddy.inference

import eddy.state.{SharedRef, Target}

/** A handler of one class may hand on to functions of many, which captured other things. */
class NestedGuardSuite extends eddy.testing.PatientSuite:
  private val first = SharedRef(0)
  private val second = SharedRef(0)

  private def handingOn(body: () => Unit): () => Unit = () => body()

  private def locked(callback: AnyRef): Set[Target] = Inference.lockSet(callback).claims.map(_.target).toSet

  test("a function that captured other things than the one seen first is looked at for itself"):
    def setting(ref: SharedRef[Int]): () => Unit = () => ref.set(1)
    def settingAll(refs: List[SharedRef[Int]], more: SharedRef[Int]): () => Unit = () =>
      refs.foreach(_.set(2))
      more.set(3)
    assertEquals(locked(handingOn(setting(first))), Set[Target](Target.Shared(first)))
    assertEquals(
      locked(handingOn(settingAll(List(second), first))),
      Set[Target](Target.Shared(first), Target.Shared(second))
    )
    assertEquals(locked(handingOn(setting(second))), Set[Target](Target.Shared(second)))
    assertEquals(locked(handingOn(() => ())), Set.empty[Target])
end NestedGuardSuite
