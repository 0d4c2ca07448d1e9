package eddy.inference

import eddy.inference.internal.bytecode.MethodName
import eddy.inference.internal.classpath.{ClassRepository, DeclaredEffects}
import eddy.inference.internal.context.AnalysisContext
import eddy.inference.internal.library.LibraryModel
import eddy.state.{Target, UnprotectedStateException}

import java.util.concurrent.FutureTask
import scala.collection.mutable

/** The summary of a handler whose code cannot all be followed. */
class GivingUpSuite extends eddy.testing.PatientSuite:
  import GivingUpSuite.*

  test("what a handler does on threads is refused, also behind calls too deep to follow"):
    val found = mutable.ArrayBuffer[Int]()
    val callback: () => Unit = () =>
      Deep.first()
      Thread(() => found += 1: Unit).start()
    assertEquals(Inference.summary(callback).accesses.map(_.target), List(Target.Everything))
    intercept[UnprotectedStateException](Inference.protect(callback)): Unit

  test("a thread with a small stack gets the same verdict as one with a large stack"):
    val visits = eddy.state.SharedCounter()
    val callback: () => Unit = () =>
      Deep.third()
      visits += 1
    // what a JVM with -Xss256k has
    val task = FutureTask(() => Inferences(AnalysisContext(_)).summary(callback))
    Thread(null, task, "small", 256 << 10).start()
    assertEquals(task.get.accesses.map(_.target), List(Target.Shared(visits)), CasesSuite.show(task.get))

  test("what one of several pieces of code does is refused, also beside one that cannot be followed"):
    val callback = Alike.spawning(mutable.ArrayBuffer[Int]())
    val summary = broken.summary(callback)
    assert(summary.accesses.exists(_.target == Target.Everything), CasesSuite.show(summary))
    intercept[UnprotectedStateException](broken.protect(callback, null)): Unit
end GivingUpSuite

object GivingUpSuite:
  private val broken = Inferences: loader =>
    val repository = new ClassRepository(loader):
      override def body(method: MethodName) =
        if method.name == "tooDeep" then throw StackOverflowError() else super.body(method)
    new AnalysisContext(repository, LibraryModel.standard, DeclaredEffects(repository))

  /** Closures whose class does not tell which of the two it is. */
  object Alike:
    def deep(found: mutable.ArrayBuffer[Int]): Runnable = () =>
      tooDeep()
      found += 1
    def spawning(found: mutable.ArrayBuffer[Int]): Runnable = () => Thread(() => found += 1: Unit).start()
    def tooDeep(): Unit = ()

  /** Some 180 calls in each other; the compiler takes no more than 32 of one kind. */
  object Deep:
    def first(): Unit = nested(28)(second())
    private def second(): Unit = nested(28)(third())
    def third(): Unit = nested(28)(fourth())
    private def fourth(): Unit = nested(28)(fifth())
    private def fifth(): Unit = nested(28)(sixth())
    private def sixth(): Unit = nested(28)(())

    private inline def nested(inline depth: Int)(inline body: Unit): Unit =
      inline if depth == 0 then body
      else
        val next: () => Unit = () => nested(depth - 1)(body)
        next()
end GivingUpSuite
