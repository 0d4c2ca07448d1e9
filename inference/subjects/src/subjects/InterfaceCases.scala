package subjects

import eddy.state.{AccessKind, SharedMap, SharedRef}

import scala.collection.mutable

import subjects.Expected.*

/** Closures whose interfaces have code of their own, objects of two types, and collections that are called
  * like functions.
  */
object InterfaceCases:
  private val noted = writesStatic("subjects.Obj$", "n")

  val all: List[Case] = List(
    Case(
      "a method of its interface that calls a closure out of a map",
      a =>
        val (till, m) = (Till(), SharedMap[String, Step]())
        val adding: Step = n => till.add(n)
        m.put("a", adding)
        a.on(r => m.get(r.path).foreach(s => println(s.twice(1))))
        exactly(reads(m), writesAny(classOf[Till]))
    ),
    Case(
      "the same of a closure that the handler makes",
      a =>
        val till = Till()
        a.on: _ =>
          val adding: Step = n => till.add(n)
          println(adding.twice(1))
        exactly(writes(till))
    ),
    Case(
      "a closure whose interface overrides what others call",
      a =>
        val m = SharedMap[String, Int]()
        val counted: Announcing = r => m.put(r.path, 1)
        a.on(counted)
        exactly(writes(m), noted)
    ),
    Case(
      "a captured comparator whose interface compares",
      a =>
        val l = java.util.ArrayList[String](java.util.List.of("b", "a"))
        val byLength: ByNumber = s => s.length
        a.on(_ => l.sort(byLength))
        exactly(writes(l), noted)
    ),
    Case(
      "one that the handler makes",
      a =>
        a.on: _ =>
          val byLength: ByNumber = s => s.length
          java.util.ArrayList[String](java.util.List.of("b", "a")).sort(byLength)
        exactly(noted)
    ),
    Case(
      "one out of a map",
      a =>
        val m = SharedMap[String, ByNumber]()
        a.on(r => m.get(r.path).foreach(o => println(o.compare("a", "b"))))
        exactly(reads(m), noted)
    ),
    Case(
      "one of many functions of a type of its own, out of a map",
      a =>
        val rates = SharedMap.from(Rate.all.map(r => s"$r" -> r))
        a.on(r => rates.get(r.path).foreach(rate => println(List(1).map(rate).size)))
        exactly(reads(rates), Everything("more than 16 kinds of subjects.Rate"))
    ),
    Case(
      "a closure that the handler knows as serializable for a while",
      a =>
        val till = Till()
        a.on: _ =>
          val adding: AnyRef = (n: Int) => till.add(n)
          adding match
            case s: java.io.Serializable => s match
                case f: Function1[Int, Int] @unchecked => println(f(1))
                case _ => ()
            case _ => ()
        exactly(writes(till))
    ),
    Case(
      "an object in a variable, of one of two classes with a method in common",
      a =>
        val (m, n) = (SharedMap[String, Int](), SharedMap[String, Int]())
        var hook: Hook = Looking(m)
        a.on(r => hook.act(r.path))
        hook = Putting(n)
        exactly(Variable(AccessKind.Reads), writes(n))
    ),
    Case(
      "the same the other way round",
      a =>
        val (m, n) = (SharedMap[String, Int](), SharedMap[String, Int]())
        var hook: Hook = Putting(n)
        a.on(r => hook.act(r.path))
        hook = Looking(m)
        exactly(Variable(AccessKind.Reads), reads(m))
    ),
    Case(
      "a list in a variable that is something else as well",
      a =>
        val till = Till()
        var l: java.util.List[String] = Marked()
        a.on: _ =>
          l match
            case m: Mark => m.mark(till)
            case _ => ()
        l = Marked()
        exactly(Variable(AccessKind.Reads), writes(till))
    ),
    Case(
      "a list of two types in a variable",
      a =>
        val till = Till()
        var l: java.util.List[String] & Mark = Marked()
        a.on(_ => l.mark(till))
        l = Marked()
        exactly(Variable(AccessKind.Reads), writes(till))
    ),
    Case(
      "a list in a variable, known by its other type",
      a =>
        val till = Till()
        val list = Marked()
        var m: Mark = list
        a.on: _ =>
          m match
            case l: java.util.List[String] @unchecked => println(l.add("x"))
            case _ => ()
        m = list
        exactly(Variable(AccessKind.Reads), writes(list))
    ),
    Case(
      "numbers in a field's shared variable, by index",
      a =>
        val p = Prices()
        a.on(_ => println(p.all.get(0)))
        exactly(reads(p.all), AnyLibrary(AccessKind.Reads))
    ),
    Case(
      "immutable numbers in a field's shared map, by index",
      a =>
        val p = Prices()
        a.on(r => println(p.byName(r.path)(0)))
        exactly(reads(p.byName))
    ),
    Case(
      "numbers in a captured shared variable, by index",
      a =>
        val all = SharedRef(mutable.ArrayBuffer(1, 2))
        a.on(_ => println(all.get(0)))
        exactly(reads(all), Everything("or a collection of numbers"))
    ),
    Case(
      "the same with a name",
      a =>
        val all = SharedRef(mutable.ArrayBuffer(1, 2))
        a.on: _ =>
          val numbers = all.get
          println(numbers(0))
        exactly(reads(all), AnyLibrary(AccessKind.Reads))
    ),
    Case(
      "a function in a field's shared variable",
      a =>
        val p = Prices()
        a.on(_ => println(p.rule.get(1)))
        exactly(reads(p.rule), Everything("function value"))
    ),
    Case(
      "captured numbers, by index",
      a =>
        val b = mutable.ArrayBuffer(1, 2)
        a.on(_ => println(b(0)))
        exactly(reads(b))
    ),
    Case(
      "a function out of a map that is only shown",
      a =>
        val m = SharedMap[String, Int => Int]()
        a.on(r => m.get(r.path).foreach(f => println(f.getClass.getName + f.hashCode)))
        exactly(reads(m))
    ),
    Case(
      "arguments and failures that others see",
      a =>
        val seen = java.util.concurrent.ConcurrentHashMap[String, AnyRef]()
        a.on: r =>
          seen.put("a", Seq("a", r.path))
          seen.put("b", IllegalArgumentException(r.path)): Unit
        stateless
    ),
    Case(
      "a promise that is kept",
      a =>
        val promise = scala.concurrent.Promise[String]()
        a.on(r => println(promise.trySuccess(r.path)))
        stateless
    ),
    Case(
      "functions that go round in a fold",
      a =>
        val m = SharedMap[String, Int]()
        a.on: r =>
          val found = List("a", "b").foldLeft(Map.empty[String, Int]): (all, k) =>
            m.get(k).fold(all)(all.updated(k, _))
          println(found.size)
        exactly(reads(m))
    ),
    Case(
      "a copy of an object of a local case class that holds a function",
      a =>
        val till = Till()
        a.on: _ =>
          case class Rule(name: String, apply: Int => Int)
          println(Rule("a", till.add).copy(name = "b").apply(1))
        exactly(writes(till))
    )
  )
end InterfaceCases

trait Step:
  def go(n: Int): Int
  def twice(n: Int): Int = go(go(n))

object Idle extends Step:
  def go(n: Int): Int = n
  override def twice(n: Int): Int = n

trait Announcing extends (Request => Unit):
  def handle(r: Request): Unit
  def apply(r: Request): Unit =
    Obj.n += 1
    handle(r)

trait ByNumber extends java.util.Comparator[String]:
  def of(s: String): Int
  def compare(x: String, y: String): Int =
    Obj.n += 1
    of(x) - of(y)

trait Rate extends (Int => Int)
object Rate:
  private def rate(n: Int): Rate = x =>
    Obj.n += n
    x
  val all: List[Rate] = List(
    rate(1),
    n => n + 1,
    n => n + 2,
    n => n + 3,
    n => n + 4,
    n => n + 5,
    n => n + 6,
    n => n + 7,
    n => n + 8,
    n => n + 9,
    n => n + 10,
    n => n + 11,
    n => n + 12,
    n => n + 13,
    n => n + 14,
    n => n + 15,
    n => n + 16
  )
end Rate

abstract class Hook:
  def hook(key: String): Unit
  def act(key: String): Unit = hook(key)
class Looking(m: SharedMap[String, Int]) extends Hook:
  def hook(key: String): Unit = println(m.get(key))
class Putting(m: SharedMap[String, Int]) extends Hook:
  def hook(key: String): Unit = m.put(key, 1): Unit

trait Mark:
  def mark(till: Till): Unit = println(till.add(1))
final class Marked extends java.util.ArrayList[String], Mark

class Prices:
  val all = SharedRef(mutable.ArrayBuffer(1, 2))
  val byName = SharedMap("a" -> Vector(1L, 2L))
  val rule = SharedRef[Int => Int](_ + 1)
