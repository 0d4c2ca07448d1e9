package eddy.inference

import eddy.state.*
import eddy.state.{HandlerFixture, Target}

import java.io.{OutputStream, PrintStream}
import java.lang.reflect.Modifier
import java.util.concurrent.{ConcurrentHashMap, CountDownLatch}
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

import subjects.{App, Cases, Request}

/** Every case, run many times on four workers under what was inferred for it: all of the runs end, and what
  * they leave is what as many leave one after another. They all get the same request, so that their order
  * makes no difference.
  */
class ConcurrentCasesSuite extends eddy.testing.PatientSuite:
  import ConcurrentCasesSuite.*

  private val eddy = new HandlerFixture()
  override def afterAll(): Unit = eddy.stop()

  for c <- Cases.all do
    test(s"no update is lost: ${c.name}"):
      val apps = List.fill(3)(App())
      val verdicts = apps.map(c.register(_))
      // other threads go their own way, beside one run after another too
      if verdicts.forall(_.detached.isEmpty) && apps.forall(_.registered.nonEmpty) then
        val List(first, second, together) = apps.map(_.registered.last): @unchecked
        val (alone, beside) = (Failures(), Failures())
        HandlerFixture.inHandler(eddy):
          for _ <- 1 to times; callback <- List(first, second) do run(callback, alone)
        val done = CountDownLatch(times)
        for _ <- 1 to times do
          eddy.runner.unit().submit(c.name, Inference.lockSet(together, Request(path))): () =>
            try run(together, beside)
            finally done.countDown()
        await(done)
        assertEquals(eddy.failures, Nil)
        assert(alone.containsAll(beside), s"only beside others: $beside; in turn: $alone")
        val (expected, again) = (left(first), left(second))
        for
          (at, o) <- left(together)
          one <- expected.get(at)
          other <- again.get(at)
          // neither of the whole program nor left to chance
          if !(one eq o) && !(one eq other) && show(one) == show(other)
        do assertEquals(show(o), show(one), s"at $at")
      end if
  end for
end ConcurrentCasesSuite

object ConcurrentCasesSuite:
  private val times = 100
  private val path = "a"
  private val silent = PrintStream(OutputStream.nullOutputStream)

  /** The kinds of them. */
  private type Failures = ConcurrentHashMap.KeySetView[Class[?], java.lang.Boolean]
  private def Failures(): Failures = ConcurrentHashMap.newKeySet[Class[?]]()

  private def run(callback: AnyRef, failures: Failures): Unit =
    try Console.withOut(silent)(App.run(callback, path))
    // some cases fail each time, in turn too
    catch case NonFatal(failure) => failures.add(failure.getClass): Unit

  /** The objects that the handler uses, by their paths. */
  private def left(callback: AnyRef): Map[String, AnyRef] =
    Inference.summary(callback).accesses.flatMap(access =>
      access.target match
        case Target.Shared(o) => Some(access.path -> o)
        case Target.Entry(o, _) => Some(access.path -> o)
        case Target.Fields(o) => Some(access.path -> o)
        case _ => None
    ).toMap

  /** The numbers and texts in it. */
  private def show(o: Any): String = o match
    case _: String | _: Number | _: Boolean | _: Char => o.toString
    case map: SharedMap[?, ?] => show(map.snapshot)
    case set: SharedSet[?] => show(set.snapshot)
    case buffer: SharedBuffer[?] => show(buffer.snapshot)
    case queue: SharedQueue[?] => show(queue.snapshot)
    case counter: SharedCounter => counter.value.toString
    case ref: SharedRef[?] => show(ref.get)
    case map: scala.collection.Map[?, ?] => map.map((k, v) => s"${show(k)}=${show(v)}").toSeq.sorted.toString
    case set: scala.collection.Set[?] => set.map(show).toSeq.sorted.toString
    case all: scala.collection.Iterable[?] if all.knownSize >= 0 => all.map(show).toSeq.toString
    case map: java.util.Map[?, ?] => show(map.asScala)
    case all: java.util.Collection[?] => show(all.asScala)
    case array: Array[?] => show(array.toSeq)
    case other: AnyRef if !other.getClass.getName.startsWith("java.") => numbers(other)
    case _ => ""

  private def numbers(o: AnyRef): String =
    val fields =
      Iterator.iterate[Class[?] | Null](o.getClass)(c => if c == null then null else c.getSuperclass)
        .takeWhile(c => c != null && !c.getName.startsWith("java.")).flatMap(_.nn.getDeclaredFields)
    fields.filter(f => f.getType.isPrimitive && !Modifier.isStatic(f.getModifiers) && f.trySetAccessible())
      .map(f => s"${f.getName}=${f.get(o)}").toSeq.sorted.toString
end ConcurrentCasesSuite
