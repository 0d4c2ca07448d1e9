package eddy.inference

import eddy.state.Target

import java.nio.file.Path as FilePath

import subjects.App

/** What the inference is known not to see, as docs/inference.md lists it: each is seen when it happens in a
  * test.
  */
class HolesSuite extends eddy.testing.PatientSuite:
  private val root = FilePath.of(classOf[App].getProtectionDomain.getCodeSource.getLocation.toURI)
  private val loader = Instrumented(
    getClass.getClassLoader,
    root,
    n => List("Hidden", "Spy", "Domain").exists(c => n.startsWith(s"subjects.$c"))
  )
  private val hidden = loader.loadClass("subjects.Hidden").getConstructor().newInstance().asInstanceOf[AnyRef]
  private def callback(name: String) = hidden.getClass.getMethod(name).invoke(hidden).nn
  private val oracle = Oracle(root, Inference.lockSet(_, _).claims)

  test("the effects of toString of an unknown object are not inferred, and caught when it runs"):
    val c = callback("toStringOfUnknown")
    assert(!Inference.summary(c).accesses.exists(_.target == Target.Shared(subjects.topMap)))
    assert(oracle.uncovered(c, "x").exists(_.startsWith("Writes SharedMap.put")))

  test("the effects of a lazy list out of a map are not inferred, and caught when it runs"):
    val c = callback("lazyListOfUnknown")
    assert(!Inference.summary(c).accesses.exists(_.target == Target.Shared(subjects.topMap)))
    assert(oracle.uncovered(c, "x").exists(_.startsWith("Writes SharedMap.put")))

  private def unseen(name: String): Unit =
    val c = callback(name)
    val targets = Inference.summary(c).accesses.map(_.target)
    assert(!targets.contains(Target.Shared(subjects.topMap)) && !targets.contains(Target.Everything), targets)
    assert(clue(oracle.uncovered(c, "x")).exists(_.startsWith("Writes SharedMap.put")))

  test("the effects of a handler of a logger are not inferred, and caught when it runs"):
    unseen("handlerOfLogger")

  test(
    "the effects of a handler of exceptions out of a map are not inferred, and caught when they run"
  ):
    unseen("catchOfMap")

  test("the effects of the ordering of a shared map are not inferred, and caught when it runs"):
    unseen("orderingOfSortedMap")

  test("a stable method that returns another key the second time is caught when it runs"):
    val c = callback("keyThatChanges")
    assert(clue(oracle.uncovered(c, "x")).exists(_.startsWith("Writes SharedMap.put")))
end HolesSuite
