package eddy.inference.internal.heap

import eddy.inference.Inference
import eddy.state.{AccessKind, SharedMap, Target}

import java.util.ConcurrentModificationException
import java.util.concurrent.atomic.AtomicReference

import acme.Bell

class HeldObjectsSuite extends eddy.testing.PatientSuite:
  /** A map that another thread seems to change while it is read, the first times. */
  private final class Changing(times: Int, content: Runnable) extends java.util.AbstractMap[String, Runnable]:
    private var read = 0
    override def entrySet: java.util.Set[java.util.Map.Entry[String, Runnable]] =
      read += 1
      if read <= times then throw ConcurrentModificationException()
      java.util.Map.of("x", content).entrySet

  private val map = SharedMap[String, Int]()
  private val writing: Runnable = () => map("x") = 1

  private def bell(times: Int): Bell =
    Bell(java.util.Collections.unmodifiableMap(Changing(times, writing)))

  test("an object that changes while it is searched is searched again at once"):
    assertEquals(HeldObjects.of(AtomicReference(bell(1))), List(writing))

  test("one that never stops changing may hold anything: its user runs alone, that of another does not"):
    def rings(bell: Bell): String => Unit = _ => bell.ring()
    val loud = bell(Int.MaxValue)
    assertEquals(HeldObjects.of(AtomicReference(loud)), List(Objects.Opaque))
    assertEquals(Inference.summary(rings(loud)).accesses.map(_.target), List(Target.Everything))
    assertEquals(Inference.summary(rings(Bell(java.util.Map.of()))).accesses, Nil)
    val known = Inference.summary(rings(bell(0))).accesses
    assertEquals(known.map(a => (a.target, a.mode)), List((Target.Entry(map, "x"), AccessKind.Writes)))
end HeldObjectsSuite
