package crossings

import eddy.state.SharedMap

import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, ExecutionContext, Future}
import scala.language.implicitConversions
import scala.reflect.Selectable.reflectiveSelectable
import scala.util.control.Exception.{catching, nonFatalCatch}
import scala.util.control.NonFatal
import scala.util.{Failure, Success, Try, Using}

import Crossing.{counts, stores}

object Opaque:
  opaque type Hits = Counter
  object Hits:
    def of(c: Counter): Hits = c
    extension (h: Hits) def hit(): Unit = h.n += 1

/** Ways through the language and Scala's library. */
object Language:
  final class OutOfStock(val counter: Counter) extends RuntimeException("out of stock")
  sealed trait Problem
  final case class Missing(counter: Counter) extends Problem
  case object Unknown extends Problem

  /** An extractor of one's own. */
  object Blamed:
    def unapply(e: Throwable): Option[Counter] = e match
      case o: OutOfStock => Some(o.counter)
      case _ => None

  final class Tallying(counter: Counter):
    def unapply(text: String): Option[Int] =
      counter.add()
      text.toIntOption

  private def find(counter: Counter, k: String): Either[Problem, Int] =
    if k.isEmpty then Right(1) else Left(Missing(counter))

  val failures: List[Crossing] = List(
    counts("a failure that goes through Try and an extractor of one's own"): c =>
      _ =>
        Try(throw OutOfStock(c)) match
          case Failure(Blamed(counter)) => counter.n += 1
          case _ => ()
    ,
    counts("a failure that NonFatal catches"): c =>
      _ =>
        try throw OutOfStock(c)
        catch
          case NonFatal(e: OutOfStock) => e.counter.n += 1
          case NonFatal(_) => ()
    ,
    counts("a problem on the left"): c =>
      k =>
        find(c, k) match
          case Left(Missing(counter)) => counter.n += 1
          case _ => ()
    ,
    counts("a problem on the left, swapped and folded"): c =>
      k =>
        find(c, k).swap.toOption.collect { case Missing(counter) => counter }.foreach(_.add()),
    counts("the first problem of several"): c =>
      k =>
        val results = List(find(c, ""), find(c, k))
        val (problems, _) = results.partitionMap(identity)
        problems.foreach:
          case Missing(counter) => counter.n += 1
          case Unknown => ()
    ,
    counts("a problem in a for comprehension"): c =>
      k =>
        val sum =
          for
            a <- find(c, "")
            b <- find(c, k)
          yield a + b
        sum.left.foreach:
          case Missing(counter) => counter.n += 1
          case Unknown => ()
    ,
    counts("a handler of exceptions that makes an Either"): c =>
      _ =>
        catching(classOf[OutOfStock]).either(throw OutOfStock(c)).left.foreach:
          case o: OutOfStock => o.counter.n += 1
          case _ => ()
    ,
    counts("a captured handler of exceptions that makes a Try"): c =>
      val safely = nonFatalCatch
      _ =>
        safely.withTry(throw OutOfStock(c)) match
          case Failure(Blamed(counter)) => counter.n += 1
          case _ => ()
    ,
    counts("the cause of the cause"): c =>
      _ =>
        try throw IllegalStateException("outer", RuntimeException("inner", OutOfStock(c)))
        catch
          case e: IllegalStateException =>
            Iterator.iterate[Throwable | Null](e)(_.nn.getCause).takeWhile(_ != null).foreach:
              case o: OutOfStock => o.counter.n += 1
              case _ => ()
    ,
    counts("a future that has failed, recovered on the spot"): c =>
      _ =>
        Future.failed[Int](OutOfStock(c)).recover { case Blamed(counter) => counter.add() }(using
          ExecutionContext.parasitic
        ): Unit,
    counts("a future that has failed, waited for"): c =>
      _ =>
        try Await.result(Future.failed[Int](OutOfStock(c)), 1.second): Unit
        catch case o: OutOfStock => o.counter.n += 1,
    counts("the failure of a captured future"): c =>
      val failed: Future[Int] = Future.failed(OutOfStock(c))
      _ =>
        failed.value match
          case Some(Failure(o: OutOfStock)) => o.counter.n += 1
          case _ => ()
    ,
    counts("resources that end in order"): c =>
      final class Door extends AutoCloseable:
        def close(): Unit = c.add(): Unit
      _ =>
        Using.Manager: use =>
          val door = use(Door())
          door.hashCode
        .get: Unit
    ,
    counts("a boundary that is left with an object of one's own"): c =>
      k =>
        val found = scala.util.boundary:
          if k.nonEmpty then scala.util.boundary.break(c)
          Counter()
        found.n += 1
    ,
    counts("a Try that fails in its second attempt"): c =>
      _ =>
        Try(1).flatMap(_ => Try[Int](throw OutOfStock(c))).recoverWith:
          case Blamed(counter) => Success(counter.add())
        match
          case Success(_) => ()
          case Failure(_) => ()
  )

  private val lazily = Counter()
  private val stored = SharedMap[String, LazyList[Int]]()
  private val iterators = SharedMap[String, () => Iterator[Int]]()
  private lazy val answer: Int = lazily.add()

  final class Page(counter: Counter):
    lazy val title: String = s"title ${counter.add()}"

  final class Config:
    private val counter = Counter()
    def state: AnyRef = counter
    private lazy val settings = mutable.HashMap[String, Int]()
    def set(k: String): Unit =
      counter.add(): Unit
      settings(k) = counter.n

  val later: List[Crossing] = List(
    Crossing("a lazy val of the object", lazily, _ => println(answer)),
    counts("a lazy val of a captured object"): c =>
      val page = Page(c)
      _ => println(page.title)
    ,
    counts("a lazy val of an object that the handler makes"): c =>
      _ => println(Page(c).title),
    counts("a captured lazy list"): c =>
      val numbers = LazyList.continually(c.add())
      _ => println(numbers.take(3).sum)
    ,
    counts("a captured view"): c =>
      val view = List(1, 2, 3).view.map(_ + c.add())
      _ => println(view.sum)
    ,
    counts("a captured view as a function of no arguments"): c =>
      val view = Vector(1, 2, 3).view.filter(_ => c.add() > 0)
      val size = () => view.size
      _ => println(size())
    ,
    counts("an iterator that the handler makes of a captured supplier"): c =>
      val source = () => Iterator.continually(c.add())
      _ => println(source().take(2).toList)
    ,
    counts("a local lazy val"): c =>
      k =>
        lazy val cost = c.add()
        if k.nonEmpty then println(cost)
    ,
    counts("an argument by name, passed on to one by name"): c =>
      def unless(b: Boolean)(body: => Int): Int = if b then 0 else body
      def twice(body: => Int): Int = unless(false)(body) + unless(false)(body)
      _ => println(twice(c.add()))
    ,
    counts("an argument by name of a library's method"): c =>
      k => println(Map("y" -> 1).getOrElse(k, c.add())),
    counts("a function by name in a val, given to a library"): c =>
      val or: () => Int = () => c.add()
      k => println(Option.empty[Int].fold(or())(_ + k.length))
    ,
    counts("a default of a map that cannot change"): c =>
      val prices = Map("y" -> 1).withDefault(_ => c.add())
      k => println(prices(k))
    ,
    counts("fill, tabulate and unfold"): c =>
      _ =>
        println(List.fill(2)(c.add()))
        println(Vector.tabulate(2)(_ => c.add()))
        println(List.unfold(0)(n => if n < 2 then Some((c.add(), n + 1)) else None))
    ,
    counts("a tail call in a trampoline"): c =>
      import scala.util.control.TailCalls.{done, tailcall, TailRec}
      def count(n: Int): TailRec[Int] = if n == 0 then done(c.add()) else tailcall(count(n - 1))
      _ => println(count(3).result)
    ,
    counts("a partial function that is collected with"): c =>
      val known: PartialFunction[String, Int] = { case k if c.add() > 0 => k.length }
      k => println(List(k).collect(known))
    ,
    counts("a guard of condOpt"): c =>
      k => println(PartialFunction.condOpt(k) { case s if c.add() > 0 => s }),
    counts("a partial function's unlifted and lifted twin"): c =>
      val f: String => Option[Int] = k => Some(c.add())
      val g = f.unlift.lift
      k => println(g(k))
    ,
    counts("an extractor in a val"): c =>
      val Tally = Tallying(c)
      k =>
        k match
          case Tally(n) => println(n)
          case _ => println("no number")
    ,
    counts("an extractor object out of a partial function"): c =>
      val pf: PartialFunction[String, Int] = { case k => c.add() }
      val Found = pf.elementWise
      k =>
        List(k) match
          case Found(xs*) => println(xs)
          case _ => ()
  )

  // type classes, context functions, orderings
  trait Show[A]:
    def show(a: A): String
    extension (a: A) def shown: String = show(a)
  object Show:
    given [A](using s: Show[A]): Show[List[A]] with
      def show(as: List[A]): String = as.map(s.show).mkString
  final class CountingShow(c: Counter) extends Show[String]:
    def show(a: String): String = s"$a${c.add()}"
  private def render[A: Show](a: A): String = summon[Show[A]].show(a)

  trait Audit:
    def note(what: String): Unit
  type Audited[A] = Audit ?=> A
  private def audited(k: String): Audited[Int] =
    summon[Audit].note(k)
    k.length

  final class CountedInt(c: Counter) extends Numeric[Int]:
    def plus(x: Int, y: Int): Int =
      c.add(): Unit
      x + y
    def minus(x: Int, y: Int): Int = x - y
    def times(x: Int, y: Int): Int = x * y
    def negate(x: Int): Int = -x
    def fromInt(x: Int): Int = x
    def parseString(s: String): Option[Int] = s.toIntOption
    def toInt(x: Int): Int = x
    def toLong(x: Int): Long = x
    def toFloat(x: Int): Float = x.toFloat
    def toDouble(x: Int): Double = x
    def compare(x: Int, y: Int): Int =
      c.add(): Unit
      Integer.compare(x, y)

  val classes: List[Crossing] = List(
    counts("a type class with state, for a list"): c =>
      given Show[String] = CountingShow(c)
      k => println(render(List(k)))
    ,
    counts("an extension method of a type class"): c =>
      val counting = CountingShow(c)
      import counting.shown
      k => println(k.shown)
    ,
    counts("a context function"): c =>
      given Audit = _ => c.add(): Unit
      k => println(audited(k))
    ,
    counts("a context function in a val"): c =>
      val work: Audit ?=> String => Unit = k => summon[Audit].note(k)
      val audit: Audit = _ => c.add(): Unit
      k => work(using audit)(k)
    ,
    counts("a sum by one's own numbers"): c =>
      given Numeric[Int] = CountedInt(c)
      k => println(List(1, k.length).sum)
    ,
    counts("the greatest by one's own numbers"): c =>
      val numbers = CountedInt(c)
      k => println(List(1, k.length).max(using numbers))
    ,
    counts("an ordering made of orderings"): c =>
      val byLength = Ordering.by[String, Int] { s =>
        c.add(); s.length
      }
      val ordering = byLength.reverse.orElse(Ordering.String)
      k => println(List(k, "yy").sorted(using ordering))
    ,
    counts("an ordering of pairs, derived"): c =>
      given Ordering[String] = (x, y) =>
        c.add(): Unit
        x.compareTo(y)
      k => println(List((1, k), (1, "z")).sorted)
    ,
    counts("an ordering of options and of lists, derived"): c =>
      given Ordering[String] = (x, y) =>
        c.add(): Unit
        x.compareTo(y)
      import Ordering.Implicits.seqOrdering
      k =>
        println(List(Option(k), Option("z")).max)
        println(List(List(k), List("z")).min)
    ,
    counts("a sorted map that the handler makes"): c =>
      given Ordering[String] = Ordering.by { s =>
        c.add(); s.length
      }
      k => println(scala.collection.immutable.SortedMap(k -> 1, "yy" -> 2).keys.toList)
    ,
    counts("comparisons by Ordering.Implicits"): c =>
      given Ordering[String] = (x, y) =>
        c.add(): Unit
        x.compareTo(y)
      import Ordering.Implicits.infixOrderingOps
      k => println(k < "z")
    ,
    counts("a class that is Ordered"): c =>
      final class Version(val n: Int) extends Ordered[Version]:
        def compare(that: Version): Int =
          c.add(): Unit
          n - that.n
      k => println(List(Version(k.length), Version(2)).max.n)
    ,
    counts("a conversion with state"): c =>
      given Conversion[String, Int] = s =>
        c.add(): Unit
        s.length
      def needs(n: Int): Unit = println(n)
      k => needs(k)
    ,
    counts("a by-name given"): c =>
      def logged(k: String)(using stamp: => Int): Unit = println(s"$k $stamp")
      given stamp: (() => Int) = () => c.add()
      k => logged(k)(using stamp())
  )

  // elements that libraries compare, show and take apart
  final class Money(val cents: Int, counter: Counter):
    override def equals(o: Any): Boolean = o match
      case m: Money =>
        counter.add()
        m.cents == cents
      case _ => false
    override def hashCode: Int =
      counter.add()
      cents
    override def toString: String = s"${counter.add()}"

  final class Range2(counter: Counter) extends Iterable[Int]:
    def iterator: Iterator[Int] =
      counter.add()
      Iterator(1, 2)

  extension (sc: StringContext)(using c: Counter)
    def counted(args: Any*): String =
      c.add()
      sc.s(args*)

  val elements: List[Crossing] = List(
    counts("distinct elements"): c =>
      _ => println(List(Money(1, c), Money(1, c)).distinct.size),
    counts("a key of a map that the handler makes"): c =>
      _ => println(Map(Money(1, c) -> 1).contains(Money(1, c))),
    counts("a part of a case class that is a key"): c =>
      final case class Price(money: Money, of: String)
      k => println(Set(Price(Money(1, c), k))(Price(Money(1, c), k)))
    ,
    counts("a tuple that is compared"): c =>
      k => println((Money(1, c), k) == (Money(1, c), k)),
    counts("an option that is compared"): c =>
      k => println(Option(Money(1, c)).contains(Money(1, c))),
    counts("an amount in a text"): c =>
      k => println(s"$k: ${Money(1, c)}"),
    counts("an amount in a text with places"): c =>
      k => println(f"$k%s: ${Money(1, c)}%s"),
    counts("an amount in a case class in a text"): c =>
      final case class Line(item: String, price: Money)
      k => println("line: " + Line(k, Money(1, c)))
    ,
    counts("an interpolator of one's own"): c =>
      given Counter = c
      k => println(counted"hello $k")
    ,
    counts("an iterable of one's own"): c =>
      val numbers = Range2(c)
      _ => println(numbers.map(_ + 1).sum)
    ,
    counts("an iterable of one's own, added to a list"): c =>
      val numbers = Range2(c)
      _ => println(List(0) ++ numbers)
    ,
    counts("an iterable of one's own as a variable number of arguments"): c =>
      val numbers = Range2(c)
      def sum(ns: Int*): Int = ns.sum
      _ => println(sum(numbers.toSeq*))
    ,
    counts("an iterable of one's own in a for"): c =>
      val numbers = Range2(c)
      _ => for n <- numbers if n > 1 do println(n)
    ,
    counts("an object with apply, as a function"): c =>
      object next extends (Int => Int):
        def apply(n: Int): Int = n + c.add()
      _ => println(List(1).map(next))
    ,
    counts("an object with apply, eta-expanded"): c =>
      final class Next:
        def apply(n: Int): Int = n + c.add()
      val next = Next()
      _ => println(List(1).map(next.apply))
    ,
    counts("a char sequence of one's own"): c =>
      final class Text(s: String) extends CharSequence:
        def length: Int = s.length
        def charAt(i: Int): Char =
          c.add(): Unit
          s.charAt(i)
        def subSequence(from: Int, until: Int): CharSequence = Text(s.substring(from, until).nn)
      k => println("x".r.findFirstIn(Text(k)))
    ,
    counts("a char sequence of one's own that is joined"): c =>
      final class Text(s: String) extends CharSequence:
        def length: Int = s.length
        def charAt(i: Int): Char = s.charAt(i)
        def subSequence(from: Int, until: Int): CharSequence = this
        override def toString: String =
          c.add(): Unit
          s
      k => println(String.join(",", Text(k)))
  )

  // shapes of classes
  trait Counting:
    def counter: Counter
    def hit(): Unit = counter.n += 1
  trait Logged:
    self: Counting =>
    def log(k: String): Unit =
      hit()
      println(k)
  final class Service(val counter: Counter) extends Counting, Logged

  final class Outer(val c: Counter):
    class Inner(k: String):
      c.n += 1
      def text: String = k
    private object Helper:
      def go(): Unit = c.n += 1
    val handler: String => Unit = k => println(Inner(k).text)
    val nested: String => Unit = _ => Helper.go()

  final class Facade(inner: Counter):
    export inner.add

  enum Level:
    case Low, High
    var seen = 0
    def see(): Unit = seen += 1

  abstract class Template:
    def step(k: String): Unit
    final def run(k: String): Unit = step(k)

  def structural(c: Counter): { def add(): Int } = c

  val shapes: List[Crossing] = List(
    counts("a trait with a self type")(c =>
      val service = Service(c)
      k => service.log(k)
    ),
    counts("an inner class whose constructor counts")(c => Outer(c).handler),
    counts("an inner object")(c => Outer(c).nested),
    counts("a method that is exported"): c =>
      val facade = Facade(c)
      _ => println(facade.add())
    ,
    counts("an opaque type with an extension method"): c =>
      val hits = Opaque.Hits.of(c)
      _ => hits.hit()
    ,
    Crossing("a variable of an enum's value", Level.High, _ => Level.High.see()),
    Crossing(
      "a variable of an enum's value found by its name",
      Level.Low,
      k => Level.valueOf(if k.isEmpty then k else "Low").see()
    ),
    Crossing("variables of all values of an enum", Level.Low, _ => Level.values.foreach(_.see())),
    Crossing(
      "a variable of an enum's value by its number",
      Level.High,
      k => Level.fromOrdinal(k.length).see()
    ),
    counts("a method of a template class, implemented in the method"): c =>
      val t = new Template:
        def step(k: String): Unit = c.add(): Unit
      k => t.run(k)
    ,
    counts("a local class of the handler"): c =>
      k =>
        class Local:
          def go(): Int = c.add()
        println(List(Local()).map(_.go()))
    ,
    counts("a method value of a method value"): c =>
      def outer(): () => Int =
        def inner(): Int = c.add()
        inner
      val f = outer()
      _ => println(f())
    ,
    counts("a curried function, applied in part"): c =>
      val f = (a: Int) => (b: Int) => a + b + c.add()
      val g = f(1)
      k => println(List(k.length).map(g))
    ,
    counts("a function of three arguments, tupled and curried"): c =>
      val f = (a: Int, b: Int, d: Int) => a + b + d + c.add()
      val g = f.tupled
      val h = f.curried(1)(2)
      k =>
        println(g((1, 2, k.length)))
        println(h(3))
    ,
    counts("a polymorphic function"): c =>
      val id = [A] =>
        (a: A) =>
          c.add(): Unit
        a
      k => println(id(k))
    ,
    counts("a match type's function in a map of functions that cannot change"): c =>
      val commands: Map[String, String => Unit] = Map("x" -> (_ => c.add(): Unit), "y" -> (_ => ()))
      k => commands.get(k).foreach(_(k))
    ,
    counts("variable arguments that are functions"): c =>
      def all(fs: (() => Int)*): Int = fs.map(_()).sum
      _ => println(all(() => c.add(), () => 1))
  )

  val structurals: List[Crossing] = List(
    counts("a structural type"): c =>
      val s = structural(c)
      _ => println(s.add())
  )

  // objects within others
  final case class Cell(var n: Int)
  final case class Row(cell: Cell)
  final case class Table(row: Row)
  private val table = Table(Row(Cell(0)))
  private val optional: Option[mutable.Map[String, Int]] = Some(mutable.Map())
  private val pair = (mutable.ArrayBuffer[String](), mutable.Set[String]())
  private val maps = mutable.Map("x" -> mutable.Map("a" -> 1))
  private val inner = maps("x")
  private val builder = Vector.newBuilder[String]
  private val text = StringBuilder()
  private val javaText = java.lang.StringBuilder()
  private val date = java.util.Date()
  private val calendar = java.util.Calendar.getInstance().nn
  private val bits = java.util.BitSet()
  private val scalaBits = mutable.BitSet()
  private val reference = java.util.concurrent.atomic.AtomicReference(mutable.ArrayBuffer[String]())
  private val buffered = reference.get.nn
  private val matrix = Array.ofDim[Int](2, 2)
  private val row1 = matrix(1)
  private val either: Either[String, java.util.ArrayList[String]] = Right(java.util.ArrayList())
  private val eitherList = either.toOption.get
  private val tried: Try[mutable.Queue[String]] = Success(mutable.Queue())
  private val triedQueue = tried.get
  private val future: Future[mutable.Stack[String]] = Future.successful(mutable.Stack())
  private val stack = future.value.get.get
  private val listOfBuffers = List(mutable.ListBuffer[String]())
  private val vectorOfArrays = Vector(Array(0))
  private val simple = java.text.SimpleDateFormat("yyyy")
  private val random = java.util.SplittableRandom(1)
  private val tokens = java.util.StringTokenizer("a b c d e f")
  private val digest = java.security.MessageDigest.getInstance("SHA-256").nn

  val wrapped: List[Crossing] = List(
    Crossing(
      "a variable in a case class in a case class",
      table.row.cell,
      _ =>
        table match
          case Table(Row(cell)) => cell.n += 1
    ),
    Crossing("a map in an option", optional.get, k => optional.foreach(_.update(k, 1))),
    Crossing(
      "a buffer in a pair",
      pair(0),
      k =>
        val (b, _) = pair; b += k
    ),
    Crossing(
      "a set in a pair, swapped",
      pair(1),
      k =>
        pair.swap match
          case (s, _) => s += k
    ),
    Crossing("a map in a map", inner, k => maps.get(k).foreach(_.update(k, 1))),
    Crossing("a text of Java's", javaText, k => javaText.append(k)),
    Crossing("a date", date, k => date.setTime(k.length.toLong)),
    Crossing("a calendar", calendar, k => calendar.add(java.util.Calendar.DAY_OF_MONTH, k.length)),
    Crossing("bits", bits, k => bits.set(k.length)),
    Crossing("Scala's bits", scalaBits, k => scalaBits += k.length),
    Crossing("a buffer in an atomic reference", buffered, k => reference.get.nn += k),
    Crossing("a row of a matrix", row1, k => matrix(k.length)(0) += 1),
    Crossing("a list on the right", eitherList, k => either.foreach(_.add(k))),
    Crossing("a queue in a Try", triedQueue, k => tried.foreach(_.enqueue(k))),
    Crossing("a stack in a future that is complete", stack, k => future.value.foreach(_.foreach(_.push(k)))),
    Crossing("a stack in a future that is awaited", stack, k => Await.result(future, 1.second).push(k)),
    Crossing("a buffer in a list", listOfBuffers.head, k => listOfBuffers.foreach(_ += k)),
    Crossing("an array in a vector", vectorOfArrays.head, k => vectorOfArrays(0)(0) += 1),
    Crossing("a format of dates", simple, k => println(simple.format(java.util.Date()))),
    Crossing("numbers at random", random, k => println(random.nextInt())),
    Crossing("a tokenizer", tokens, k => println(tokens.nextToken())),
    Crossing("a digest", digest, k => digest.update(k.getBytes))
  )

  val all: List[Crossing] = failures ++ later ++ classes ++ elements ++ shapes ++ structurals ++ wrapped
end Language
