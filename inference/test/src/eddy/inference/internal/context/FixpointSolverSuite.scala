package eddy.inference.internal.context

import eddy.inference.internal.heap.{AbstractObject, AbstractValue}

import scala.collection.mutable

/** Which parts of an analysis are done again. */
class TasksSuite extends eddy.testing.PatientSuite:
  private val one = AbstractValue.of(AbstractObject.Made("app/Thing", 1))
  private val two = one | AbstractValue.of(AbstractObject.Made("app/Thing", 2))

  private final class Fixture:
    val tasks: FixpointSolver = FixpointSolver()
    val done: mutable.ListBuffer[String] = mutable.ListBuffer()
    def task(name: String)(work: => AbstractValue): AbstractValue = tasks.result(name):
      done += name
      work

    /** The tasks of one more round. */
    def round(all: Boolean = false)(start: => AbstractValue): List[String] =
      done.clear()
      tasks.newRound(all)
      val _ = start
      done.toList

  test("a task is done once a round, and again when something that it has read has changed"):
    val f = Fixture()
    val fact = SolverCell(AbstractValue.none)
    var value = AbstractValue.none
    def start = f.task("all"):
      value = f.task("reads")(f.tasks.read(fact)) | f.task("other")(AbstractValue.none) | f.task("reads")(
        AbstractValue.none
      )
      value
    assertEquals(f.round()(start), List("all", "reads", "other"))
    assertEquals(f.round()(start), Nil)
    f.tasks.write(fact, one)
    assertEquals(f.round()(start), List("all", "reads"))
    assertEquals(value, one)
    assertEquals(f.round(all = true)(start), List("all", "reads", "other"))

  test("what changes before anybody has read it is no reason for another round"):
    val f = Fixture()
    val fact = SolverCell(AbstractValue.none)
    f.round()(f.task("writes, then reads"):
      f.tasks.write(fact, one)
      f.tasks.read(fact)): Unit
    assert(!f.tasks.changed)
    f.round(all = true)(f.task("writes, then reads"):
      f.tasks.write(fact, two)
      f.tasks.read(fact)): Unit
    assert(f.tasks.changed)

  test("a task that needs itself gets what is known of it, until that changes no more"):
    val f = Fixture()
    def start: AbstractValue = f.task("recursive"):
      if f.tasks.isKnown("recursive") then start | two else start | one
    f.round()(start): Unit
    assert(f.tasks.changed)
    f.round()(start): Unit
    assert(f.tasks.changed)
    f.round()(start): Unit
    assert(!f.tasks.changed)
    assertEquals(f.round()(start), Nil)
    assertEquals(start, two)

  test("a task that fails can be done again"):
    val f = Fixture()
    intercept[IllegalStateException](f.round()(f.task("fails")(throw IllegalStateException()))): Unit
    assertEquals(f.round(all = true)(f.task("fails")(one)), List("fails"))
end TasksSuite
