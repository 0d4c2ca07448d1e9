package subjects

import eddy.state.{AccessKind, SharedBuffer, SharedMap, SharedSet}

import java.util.concurrent.{Callable, ConcurrentHashMap, ForkJoinPool}
import scala.annotation.threadUnsafe
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.Using

import subjects.Expected.*

/** Objects on their way through collections and through code that is not looked into. */
object PassedCases:
  private val names: Seq[String] = Seq("a", "b")

  val all: List[Case] = List(
    Case(
      "what a function makes for each element of a captured sequence",
      a =>
        val till = Till()
        val names: Seq[String] = PassedCases.names
        a.on(_ => names.map(n => Clerk(n, till)).foreach(_.work()))
        exactly(writes(till))
    ),
    Case(
      "a sequence with one more",
      a =>
        val till = Till()
        val tills: Seq[Till] = Seq()
        a.on(_ => (tills :+ till).foreach(t => println(t.add(1))))
        exactly(writes(till))
    ),
    Case(
      "a sequence filled by a function",
      a =>
        val till = Till()
        a.on(_ => Seq.fill(2)(Clerk("a", till)).foreach(_.work()))
        exactly(writes(till))
    ),
    Case(
      "a captured buffer that is added to a shared one",
      a =>
        val (shared, own) = (SharedBuffer[String](), mutable.ArrayBuffer("a"))
        a.on(_ => shared ++= own)
        exactly(writes(shared), reads(own))
    ),
    Case(
      "a captured Java list that is added to a shared set",
      a =>
        val (shared, own) = (SharedSet[String](), java.util.ArrayList(java.util.List.of("a")))
        a.on(_ => shared ++= own.asScala)
        exactly(writes(shared), reads(own))
    ),
    Case(
      "tasks in a list",
      a =>
        var n = 0
        val task: Callable[Int] = () =>
          n += 1
          n
        a.on(_ => println(ForkJoinPool.commonPool.invokeAll(java.util.List.of(task)).size))
        Verdict(
          List(Variable(AccessKind.Writes), AnyLibrary(AccessKind.Reads)),
          List(Variable(AccessKind.Writes))
        )
    ),
    Case(
      "a map that is walked by several threads",
      a =>
        var n = 0
        val map = ConcurrentHashMap[String, Int]()
        a.on(_ => map.forEach(1L, (_, v) => n += v))
        Verdict(List(Variable(AccessKind.Writes)), List(Variable(AccessKind.Writes)))
    ),
    Case(
      "a stream that may be parallel",
      a =>
        var n = 0
        a.on: r =>
          val strings = java.util.List.of("a").spliterator
          java.util.stream.StreamSupport.stream(strings, r.path.isEmpty).forEach(_ => n += 1)
        Verdict(
          List(Variable(AccessKind.Writes), AnyLibrary(AccessKind.Reads)),
          List(Variable(AccessKind.Writes))
        )
    ),
    Case(
      "a resource of the application's, made by a function",
      a =>
        val till = Till()
        a.on(_ => Using(Closing(till))(_ => ()): Unit)
        exactly(writes(till))
    ),
    Case(
      "a lazy val for one thread",
      a =>
        val o = Careless()
        a.on(_ => println(o.first))
        exactly(writes(o), writesStatic("subjects.Noted$", "n"))
    ),
    Case(
      "a function with a name of its own, called by that",
      a =>
        val till = Till()
        a.on: _ =>
          val undo: AutoCloseable = () => println(till.add(1))
          undo.close()
        exactly(writes(till))
    ),
    Case(
      "a captured function that returns an iterator, in a loop of the library's",
      a =>
        val till = Till()
        val tills: java.lang.Iterable[Till] = () => java.util.List.of(till).iterator
        a.on(_ => tills.forEach(t => println(t.add(1))))
        exactly(writes(till))
    ),
    Case(
      "a collection of the application's, made in the handler",
      a =>
        val till = Till()
        a.on: _ =>
          val bag = Bag()
          bag.add(till)
          println(bag.get(0).add(1))
        exactly(writes(till))
    ),
    Case(
      "a snapshot that is looked at by a view",
      a =>
        val m = SharedMap[String, Int]()
        a.on(_ => println(m.snapshot.groupBy(_._2).view.mapValues(_.size).toMap))
        exactly(reads(m))
    ),
    Case(
      "a captured view of an ordered set",
      a =>
        val l = java.util.LinkedHashSet[String]().reversed
        a.on(r => println(l.add(r.path)))
        exactly(AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "a captured stream over another",
      a =>
        val out = java.util.zip.GZIPOutputStream(java.io.ByteArrayOutputStream())
        a.on(_ => out.write(1))
        exactly(AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "a captured filter",
      a =>
        var n = 0
        val few = names.withFilter: x =>
          n += 1
          x.isEmpty
        a.on(_ => few.foreach(println))
        exactly(reads(few), Everything("kept from earlier calls functions that are not known"))
    )
  )
end PassedCases

final class Clerk(name: String, till: Till):
  def work(): Unit = println(s"$name ${till.add(1)}")

class Closing(till: Till) extends AutoCloseable:
  def close(): Unit = println(till.add(1))

class Bag extends java.util.ArrayList[Till]

class Careless:
  @threadUnsafe lazy val first: Int =
    Noted.n += 1
    Noted.n
