package subjects

import eddy.state.AccessKind

import scala.collection.mutable

import subjects.Expected.*
import subjects.Given.{accounts, anyAccount}

/** What library objects keep that the handler makes: orderings and functions that they call later, and
  * fields that they take out.
  */
object KeptCases:
  val all: List[Case] = List(
    Case(
      "an empty map of a factory, made in the handler",
      a =>
        val till = Till()
        a.on: _ =>
          val tills = scala.collection.mutable.Map.empty[String, Till]
          tills("x") = till
          println(tills("x").add(1))
        exactly(writes(till))
    ),
    Case(
      "an empty set for many threads, made in the handler",
      a =>
        val till = Till()
        a.on: _ =>
          val tills = java.util.concurrent.ConcurrentHashMap.newKeySet[Till]()
          tills.add(till): Unit
          tills.forEach(t => println(t.add(1)))
        exactly(writes(till))
    ),
    Case(
      "a queue made in the handler, whose ordering changes what it compares",
      a =>
        val m = accounts()
        val adding = Ordering.by[Account, Int](_.add(1))
        a.on: r =>
          val queue = mutable.PriorityQueue.empty[Account](using adding)
          m.get(r.path).foreach(queue += _)
        exactly(reads(m), anyAccount)
    ),
    Case(
      "a set made in the handler, whose ordering is the application's",
      a =>
        val m = accounts()
        a.on: r =>
          val none = scala.collection.immutable.TreeSet.empty[Account](using ByAdding)
          println(m.get(r.path).map(none + _))
        exactly(reads(m), anyAccount)
    ),
    Case(
      "a Java map made in the handler, whose comparator changes its keys",
      a =>
        val m = accounts()
        val adding: java.util.Comparator[Account] = (x, y) => x.add(1) - y.add(1)
        a.on: r =>
          val map = java.util.TreeMap[Account, String](adding)
          m.get(r.path).foreach(map.put(_, "x"))
        exactly(reads(m), anyAccount)
    ),
    Case(
      "a map made in the handler, whose default changes the key",
      a =>
        val m = accounts()
        val adding: Account => Int = _.add(1)
        a.on: r =>
          val map = Map.empty[Account, Int].withDefault(adding)
          m.get(r.path).foreach(x => println(map(x)))
        exactly(reads(m), anyAccount)
    ),
    Case(
      "a partial function made in the handler, lifted",
      a =>
        val m = accounts()
        a.on: r =>
          val adding: PartialFunction[Account, Int] = { case x => x.add(1) }
          println(m.get(r.path).flatMap(adding.lift))
        exactly(reads(m), anyAccount)
    ),
    Case(
      "a captured partial function, lifted",
      a =>
        val till = Till()
        val known: PartialFunction[String, Till] = { case s if s.nonEmpty => till }
        a.on(r => known.lift(r.path).foreach(t => println(t.add(1))))
        exactly(writes(till))
    ),
    Case(
      "a captured partial function beside another",
      a =>
        val (till, other) = (Till(), Till())
        val known: PartialFunction[String, Till] = { case s if s.isEmpty => till }
        val rest: PartialFunction[String, Till] = { case s if s.nonEmpty => other }
        a.on(r => println(known.orElse(rest)(r.path).add(1)))
        exactly(writes(till), writes(other))
    ),
    Case(
      "a failure that is kept",
      a =>
        val till = Till()
        a.on: _ =>
          scala.util.Try[Int](throw Telling(till)).failed.get match
            case t: Telling => println(t.till.add(1))
            case _ => ()
        exactly(writes(till))
    ),
    Case(
      "a failure that is recovered from",
      a =>
        val till = Till()
        a.on(_ =>
          println(scala.util.Try[Int](throw Telling(till)).recover { case t: Telling => t.till.add(1) })
        )
        exactly(writes(till))
    ),
    Case(
      "a captured comparator the other way round",
      a =>
        var n = 0
        val l = java.util.ArrayList(java.util.List.of("a", "b"))
        val counting: java.util.Comparator[String] = (x, y) =>
          n += 1
          x.compareTo(y)
        val reversed = counting.reversed
        a.on(_ => l.sort(reversed))
        exactly(writes(l), Variable(AccessKind.Writes))
    ),
    Case(
      "a captured comparator that the JDK has made of functions",
      a =>
        var n = 0
        val l = java.util.ArrayList(java.util.List.of("a", "b"))
        val order = java.util.Comparator.comparing[String, Integer]: s =>
          n += 1
          s.length
        val both = order.thenComparing(java.util.Comparator.naturalOrder[String])
        a.on(_ => l.sort(both))
        exactly(writes(l), Variable(AccessKind.Writes))
    ),
    Case(
      "a captured function that the JDK has made of others, and that nobody can look into",
      a =>
        val l = java.util.ArrayList(java.util.List.of("a", "b"))
        val longer = java.util.function.BinaryOperator.maxBy(java.util.Comparator.naturalOrder[String])
        a.on(_ => println(l.stream.reduce("", longer)))
        exactly(reads(l), Everything("cannot be looked into"))
    ),
    Case(
      "an ordering that is made of another",
      a =>
        val m = accounts()
        val l = mutable.ListBuffer[Account]()
        a.on(_ => println(l.sorted(using Ordering.by[Account, Int](_.add(1)).reverse).size))
        exactly(reads(l), anyAccount)
    ),
    Case(
      "the fields of an object of a case class, taken out by the library",
      a =>
        val till = Till()
        val held = Held(till, "x")
        a.on(_ =>
          held.productIterator.foreach:
            case t: Till => println(t.add(1))
            case _ => ()
        )
        exactly(writes(till))
    ),
    Case(
      "those of an object made in the handler, as a tuple",
      a =>
        val till = Till()
        a.on(_ => println(Tuple.fromProductTyped(Held(till, "x"))(0).add(1)))
        exactly(writes(till))
    ),
    Case(
      "an object of a case class that is only shown",
      a =>
        val held = Held(Till(), "x")
        a.on(_ => println(held))
        stateless
    )
  )
end KeptCases

final case class Held(till: Till, name: String)

final class Telling(val till: Till) extends RuntimeException

object ByAdding extends Ordering[Account]:
  def compare(x: Account, y: Account): Int = x.add(1) - y.add(1)
