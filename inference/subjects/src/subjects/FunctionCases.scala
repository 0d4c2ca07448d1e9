package subjects

import eddy.state.{AccessKind, SharedMap}

import java.util.stream.{Collector, Collectors}
import scala.collection.mutable

import subjects.Expected.*
import subjects.Given.{accounts, anyAccount}

/** Functions that library code calls: one after another, the later ones with what the earlier ones have
  * returned; and objects that it hands out.
  */
object FunctionCases:
  private val names = List("a", "b")

  val all: List[Case] = List(
    Case(
      "a function after another, made in the handler",
      a =>
        val m = accounts()
        val find: String => Account = s => m.getOrElse(s, Account())
        a.on(r => find.andThen(_.add(1))(r.path))
        exactly(reads(m), anyAccount)
    ),
    Case(
      "a function after another, captured",
      a =>
        val m = accounts()
        val find: String => Account = s => m.getOrElse(s, Account())
        val findAndAdd = find.andThen(_.add(1))
        a.on(r => findAndAdd(r.path))
        exactly(reads(m), anyAccount)
    ),
    Case(
      "a Java function after another",
      a =>
        val m = accounts()
        val find: java.util.function.Function[String, Account] = s => m.getOrElse(s, Account())
        a.on(r => println(find.andThen[Int](_.add(1))(r.path)))
        exactly(reads(m), anyAccount)
    ),
    Case(
      "a function of a pair",
      a =>
        val m = accounts()
        a.on(r => m.get(r.path).foreach(x => ((y: Account, n: Int) => y.add(n)).tupled((x, 5))))
        exactly(reads(m), anyAccount)
    ),
    Case(
      "a variable of the handler's own, which its closures use",
      a =>
        val (till, other) = (Till(), Till())
        a.on: r =>
          var t = till
          names.foreach: n =>
            println(t.add(1))
            if n == r.path then t = other
        exactly(writes(till), writes(other))
    ),
    Case(
      "a function that is made longer in a loop",
      a =>
        val till = Till()
        a.on: _ =>
          var f: Int => Int = identity
          for _ <- 1 to 3 do f = f.andThen(till.add)
          println(f(1))
        exactly(writes(till))
    ),
    Case(
      "functions, reduced to one",
      a =>
        val till = Till()
        val functions = List[Int => Int](till.add, _ + 1)
        a.on(_ => println(functions.reduce(_ andThen _)(1)))
        exactly(writes(till), Everything("not known before the call"))
    ),
    Case(
      "a captured function that was made of many",
      a =>
        val till = Till()
        val all = List.fill(12)((n: Int) => till.add(n)).reduce(_ andThen _)
        a.on(_ => println(all(1)))
        exactly(writes(till))
    ),
    Case(
      "functions of the request's own, one after another",
      a =>
        val m = accounts()
        a.on: r =>
          val find: String => Account = s => m.getOrElse(s, Account())
          val self: Account => Account = x => x
          println(find.andThen(self).andThen(self).andThen(_.add(1))(r.path))
        exactly(reads(m), anyAccount)
    ),
    Case(
      "a fold over what it has returned itself",
      a =>
        val m = accounts()
        a.on: _ =>
          val last = names.foldLeft(Option.empty[Account]): (before, s) =>
            before.foreach(_.add(1))
            m.get(s)
          println(last.isEmpty)
        exactly(reads(m), anyAccount)
    ),
    Case(
      "grouping and reducing",
      a =>
        val m = accounts()
        a.on(_ =>
          println(names.groupMapReduce(_.length)(s => m.getOrElse(s, Account()))((x, y) => x.plus(y)).size)
        )
        exactly(reads(m), anyAccount)
    ),
    Case(
      "an ordering made in the handler that changes what it compares",
      a =>
        val m = accounts()
        a.on(_ => println(m.snapshot.values.toList.sorted(using Ordering.by[Account, Int](_.add(1))).size))
        exactly(reads(m), anyAccount)
    ),
    Case(
      "a comparator made in the handler that changes what it compares",
      a =>
        val m = SharedMap[String, java.util.ArrayList[Account]]()
        a.on(r => m.get(r.path).foreach(_.sort(java.util.Comparator.comparingInt[Account](_.add(1)))))
        exactly(reads(m), anyAccount, AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "a stream collected into a captured list",
      a =>
        val l = java.util.ArrayList[String]()
        a.on(r => println(java.util.stream.Stream.of(r.path).collect(Collectors.toCollection(() => l)).size))
        exactly(writes(l), AnyLibrary(AccessKind.Reads))
    ),
    Case(
      "a stream collected by functions",
      a =>
        val l = java.util.ArrayList[String]()
        a.on: r =>
          val into =
            Collector.of[String, java.util.ArrayList[String]](() => l, (x, s) => x.add(s): Unit, (x, _) => x)
          println(java.util.stream.Stream.of(r.path).collect(into).size)
        exactly(writes(l), AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "removing by the list iterator of a list out of a map",
      a =>
        val m = SharedMap[String, java.util.ArrayList[Int]]()
        a.on: r =>
          m.get(r.path).foreach: l =>
            val i = l.listIterator()
            while i.hasNext do if i.next() > 1 then i.remove()
        exactly(reads(m), AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "a captured iterator that removes",
      a =>
        val l = java.util.ArrayList(java.util.List.of("a"))
        val i = l.iterator()
        a.on(_ => if i.hasNext then i.remove())
        exactly(AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "a captured range of a sorted map",
      a =>
        val range = mutable.TreeMap("a" -> 1).range("a", "c")
        a.on(r => println(range.put(r.path, 1)))
        exactly(AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "a subscriber out of a map",
      a =>
        val m = SharedMap[String, java.util.concurrent.Flow.Subscriber[String]]()
        a.on(r => m.get(r.path).foreach(_.onNext("x")))
        exactly(reads(m), writesAny(classOf[Counting]))
    ),
    Case(
      "a publisher of the application's, given to the response",
      a =>
        val till = Till()
        a.get("/")((_, response) => response.stream(Publishing(till)))
        exactly(writes(till))
    ),
    Case(
      "a function given to a collection of the request's",
      a =>
        a.on(r => r.params.foreach((_, _) => Obj.n += 1))
        exactly(writesStatic("subjects.Obj$", "n"))
    ),
    Case(
      "a function given to an option of the request's",
      a =>
        val m = SharedMap[String, Int]()
        a.on(r => r.params.get("x").foreach(x => m.put(x, 1): Unit))
        exactly(writes(m))
    ),
    Case(
      "a collection of the request's copied into a captured array",
      a =>
        val xs = new Array[Int](2)
        a.on(r => println(r.params.values.map(_.length).copyToArray(xs)))
        exactly(writes(xs))
    ),
    Case(
      "a variable of an enum, by the type of all enums",
      a =>
        val e: java.lang.Enum[?] = Level.Low
        a.on: _ =>
          e match
            case l: Level => l.hits += 1
            case _ => ()
        exactly(writes(e))
    )
  )
end FunctionCases

final class Account:
  private var balance = 0
  def add(n: Int): Int =
    balance += n
    balance
  def plus(other: Account): Account =
    val _ = add(other.balance)
    this

/** Returns its argument, and counts that. */
final class Publishing(till: Till) extends java.util.concurrent.Flow.Publisher[String]:
  def subscribe(to: java.util.concurrent.Flow.Subscriber[? >: String]): Unit =
    to.onSubscribe(new java.util.concurrent.Flow.Subscription:
      private var left = 2
      def request(n: Long): Unit = if left > 0 then
        left -= 1
        println(till.add(1))
        to.onNext("x")
      def cancel(): Unit = left = 0)

class Counting extends java.util.concurrent.Flow.Subscriber[String]:
  private var heard = 0
  def onSubscribe(subscription: java.util.concurrent.Flow.Subscription): Unit = ()
  def onNext(text: String): Unit = heard += 1
  def onError(failure: Throwable): Unit = ()
  def onComplete(): Unit = ()

enum Level extends java.lang.Enum[Level]:
  case Low
  var hits = 0
