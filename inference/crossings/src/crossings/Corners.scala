package crossings

import eddy.state.SharedMap

import scala.annotation.threadUnsafe
import scala.collection.mutable
import scala.deriving.Mirror
import scala.language.dynamics
import scala.util.chaining.*
import scala.util.control.{ControlThrowable, NoStackTrace}

import Crossing.{counts, stores}

/** Rarer parts of Scala, and what only Java has. */
object Corners:
  final class Bag(c: Counter) extends Dynamic:
    def selectDynamic(name: String): Int = c.add()
    def updateDynamic(name: String)(n: Int): Unit = c.n += n
    def applyDynamic(name: String)(args: Any*): Int = c.add()

  final class Fields(c: Counter) extends Selectable:
    def selectDynamic(name: String): Any = c.add()
  type Named = Fields { val size: Int }

  final class Meter(c: Counter):
    def value: Int = c.n
    def value_=(n: Int): Unit = c.n = n
    def apply(i: Int): Int = c.n + i
    def update(i: Int, n: Int): Unit = c.n = i + n
    def unary_! : Int = c.add()
    def +=(n: Int): Unit = c.n += n
    def ::(n: Int): Int = c.add() + n

  final class Box[A](a: A, c: Counter):
    def map[B](f: A => B): Box[B] =
      c.add(): Unit
      Box(f(a), c)
    def flatMap[B](f: A => Box[B]): Box[B] = f(a)
    def withFilter(p: A => Boolean): Box[A] =
      c.add(): Unit
      this
    def foreach(f: A => Unit): Unit = f(a)

  trait Plugin(c: Counter):
    def run(): Int = c.add()
  final class Concrete(c: Counter) extends Plugin(c)

  final class Unseq(c: Counter):
    def unapplySeq(s: String): Option[Seq[Char]] =
      c.add(): Unit
      Some(s.toSeq)

  final class Stop(val c: Counter) extends ControlThrowable
  final class Fail(val c: Counter) extends Exception, NoStackTrace

  final case class Id(n: Int) extends AnyVal:
    def in(c: Counter): Int = c.add() + n

  final class Cached(c: Counter):
    @threadUnsafe lazy val value: Int = c.add()
    @volatile var last: Int = 0
    private[this] var hidden = 0
    def hide(): Unit = hidden += 1

  trait Codec[A]:
    def code(a: A): String
  object Codec:
    private val seen = Counter()
    def state: Counter = seen
    inline def derived[A](using m: Mirror.Of[A]): Codec[A] = a =>
      seen.add(): Unit
      a.toString
  final case class Item(name: String) derives Codec

  transparent inline def twice(inline f: Int): Int = f + f

  class Animal(c: Counter):
    def sound: String = s"a${c.add()}"
  trait Loud extends Animal:
    override def sound: String = super.sound.toUpperCase
  trait Long extends Animal:
    override def sound: String = super.sound * 2

  final class Registry:
    private val handlers = mutable.LinkedHashMap[String, () => Unit]()
    def on(k: String)(f: => Unit): Unit = handlers(k) = () => f
    def fire(k: String): Unit = handlers.get(k).foreach(_())

  final class Wire(c: Counter):
    object Inner:
      var n = 0
      def hit(): Unit =
        n += 1
        c.add(): Unit
    private lazy val helper: () => Int = () => c.add()
    val direct: String => Unit = _ => Inner.hit()
    val later: String => Unit = _ => println(helper())
    val self: String => Unit = k => go(k)
    private def go(k: String, left: Int = 2): Unit = if left > 0 then go(k, left - 1) else c.add(): Unit

  given Ordering[Counter] = Ordering.by(_.add())

  object Global:
    export Inner.{bump, total}
    private object Inner:
      var total = 0
      def bump(): Unit = total += 1
    def state: AnyRef = Inner

  enum Cmd(val weight: Int):
    case Add(c: Counter) extends Cmd(1)
    case Two(a: Cmd, b: Cmd) extends Cmd(2)
    def run(): Unit = this match
      case Add(c) => c.n += weight
      case Two(a, b) =>
        a.run()
        b.run()

  private def local(c: Counter): String => Unit =
    var seen = 0
    object once:
      def apply(): Int =
        seen += 1
        c.add()
    k => println(once())

  private def early(c: Counter)(k: String): Int =
    List(1, 2).foreach: n =>
      if n == 1 then
        try return c.add()
        finally c.n += 1
    0

  def rows: List[Crossing] = List(
    counts("a dynamic member")(c =>
      val b = Bag(c); _ => println(b.anything)
    ),
    counts("a dynamic member that is assigned")(c =>
      val b = Bag(c); _ => b.anything = 2
    ),
    counts("a dynamic method")(c =>
      val b = Bag(c); k => println(b.call(k))
    ),
    counts("a selectable of one's own")(c =>
      val f = Fields(c).asInstanceOf[Named]; _ => println(f.size)
    ),
    counts("a setter")(c =>
      val m = Meter(c); _ => m.value = 3
    ),
    counts("a setter that adds")(c =>
      val m = Meter(c); _ => m.value += 3
    ),
    counts("an update by index")(c =>
      val m = Meter(c); _ => m(1) = 2
    ),
    counts("an update by index that adds")(c =>
      val m = Meter(c); _ => m(1) += 2
    ),
    counts("an operator before")(c =>
      val m = Meter(c); _ => println(!m)
    ),
    counts("an operator that assigns")(c =>
      val m = Meter(c); _ => m += 2
    ),
    counts("an operator from the right")(c =>
      val m = Meter(c); k => println(k.length :: m)
    ),
    counts("a for over a class of one's own"): c =>
      k =>
        val box =
          for
            a <- Box(k, c)
            if a.nonEmpty
            b <- Box(1, c)
          yield b
        box.foreach(println)
    ,
    counts("a parameter of a trait")(c =>
      val p = Concrete(c); _ => println(p.run())
    ),
    counts("a pattern of a sequence"): c =>
      val Chars = Unseq(c)
      k =>
        k match
          case Chars('x', rest*) => println(rest)
          case _ => ()
    ,
    counts("a throwable for control"): c =>
      _ =>
        try throw Stop(c)
        catch case s: Stop => s.c.n += 1,
    counts("an exception without a stack"): c =>
      _ => scala.util.Try(throw Fail(c)).failed.foreach { case f: Fail => f.c.n += 1; case _ => () },
    counts("a class that is a value")(c => k => println(Id(k.length).in(c))),
    counts("a return out of a function")(c => k => println(early(c)(k))),
    counts("a lazy val without a lock, of a fresh object")(c => _ => println(Cached(c).value)),
    Crossing("a codec that is derived", Codec.state, k => println(summon[Codec[Item]].code(Item(k)))),
    counts("an inline method")(c => k => println(twice(c.add()))),
    counts("traits in a stack")(c =>
      val a = new Animal(c) with Loud with Long; _ => println(a.sound)
    ),
    counts("an object in an object")(c => Wire(c).direct),
    counts("a lazy function")(c => Wire(c).later),
    counts("a default argument")(c => Wire(c).self),
    counts("an ordering of counters")(c => _ => println(List(c, Counter()).max.n)),
    counts("a command in a command"): c =>
      val cmd = Cmd.Two(Cmd.Add(c), Cmd.Add(Counter()))
      _ => cmd.run()
    ,
    counts("a local object with a local variable")(c => local(c)),
    counts("pipe and tap")(c => k => k.pipe(_.length).tap(_ => c.add()).pipe(println)),
    counts("a named tuple")(c =>
      val t = (name = "a", counter = c); _ => t.counter.n += 1
    ),
    counts("a tuple that is mapped"): c =>
      val t = (c, c)
      _ =>
        t.map[[T] =>> Int]([T] =>
          (x: T) =>
            x match
              case y: Counter => y.add();
              case _ => 0): Unit
    ,
    counts("a tuple as a list"): c =>
      val t = (c, "a")
      _ => t.toList.foreach { case y: Counter => y.n += 1; case _ => () }
    ,
    counts("a case class as its parts"): c =>
      final case class Both(a: Counter, b: Int)
      val both = Both(c, 1)
      _ => both.productIterator.foreach { case y: Counter => y.n += 1; case _ => () }
    ,
    counts("a case class as a tuple"): c =>
      final case class Both(a: Counter, b: Int)
      val both = Both(c, 1)
      _ => Tuple.fromProductTyped(both).head.n += 1
    ,
    counts("a class that copies itself"): c =>
      final case class Both(a: Counter, b: Int)
      val both = Both(c, 1)
      k => both.copy(b = k.length).a.n += 1
    ,
    counts("a union type"): c =>
      val u: Counter | String = c
      _ =>
        u match
          case x: Counter => x.n += 1
          case s: String => println(s)
    ,
    counts("an intersection type"): c =>
      trait A:
        def a(): Int
      trait B:
        def b(): Int = 1
      val both: A & B = new A with B:
        def a() = c.add()
      _ => println(both.a() + both.b())
    ,
    counts("an immutable array"): c =>
      val all = IArray(c)
      _ => all.foreach(_.n += 1)
    ,
    counts("an element of an array of objects"): c =>
      val all = Array(c)
      _ => all(0).n += 1
    ,
    counts("functions in an array"): c =>
      val all = Array[() => Int](() => c.add())
      _ => println(all(0)())
    ,
    counts("a registry of functions")(c =>
      val r = Registry(); r.on("x")(c.add(): Unit); k => r.fire(k)
    ),
    counts("Function.chain"): c =>
      val f = Function.chain(Seq[Int => Int](_ + c.add(), _ + 1))
      k => println(f(k.length))
    ,
    counts("Function.const of an object")(c =>
      val f = Function.const[Counter, String](c); k => f(k).n += 1
    ),
    counts("groupMapReduce"): c =>
      k =>
        println(List(k, k).groupMapReduce(identity)(_ => c)((a, b) =>
          a.n += 1; b
        ).size),
    counts("iterate"): c =>
      _ =>
        println(Iterator.iterate(c) { x =>
          x.n += 1; x
        }.take(3).toList.size),
    counts("a fold that carries an object"): c =>
      k =>
        println(k.foldLeft(c) { (x, _) =>
          x.n += 1; x
        }.n),
    counts("a scan that carries an object"): c =>
      k =>
        println(k.toList.scanLeft(c) { (x, _) =>
          x.n += 1; x
        }.size),
    counts("lazyZip"): c =>
      k =>
        println(List(c).lazyZip(List(k)).map((x, s) =>
          x.n += 1; s
        )),
    counts("unzip3 and transpose"): c =>
      k =>
        val (as, _, _) = List((c, k, 1)).unzip3
        List(as).transpose.flatten.foreach(_.n += 1)
    ,
    counts("tails"): c =>
      _ => List(c).tails.flatten.foreach(_.n += 1),
    counts("collectFirst"): c =>
      val all: List[Any] = List("a", c)
      _ => all.collectFirst { case x: Counter => x }.foreach(_.n += 1)
    ,
    counts("an Option of an Option"): c =>
      val o = Option(Option(c))
      _ => o.flatten.map(identity).orElse(None).filterNot(_ == null).iterator.nextOption().foreach(_.n += 1)
    ,
    counts("a sorted map of objects"): c =>
      val m = scala.collection.immutable.TreeMap("x" -> c)
      k => m.rangeFrom(k).headOption.foreach((_, x) => x.n += 1)
    ,
    counts("keys of a map that are objects"): c =>
      val m = Map(c -> 1)
      _ => m.keysIterator.foreach(_.n += 1)
    ,
    counts("a map with a default object"): c =>
      val m = Map[String, Counter]().withDefaultValue(c)
      k => m(k).n += 1
    ,
    counts("a record of Java's whose constructor counts")(c => k => println(Shapes.Pair(k, c).name)),
    counts("a record of Java's"): c =>
      val p = Shapes.Pair("a", Counter())
      val q = Shapes.Pair("b", c)
      _ => println(q.next())
    ,
    counts("a record's pattern"): c =>
      val s: Shapes.Shape = Shapes.Square(c)
      _ => Shapes.grow(s)
    ,
    counts("an inner class of Java's"): c =>
      val n = Shapes.Node[Counter](c)
      val cursor = new n.Cursor()
      _ => cursor.go()
    ,
    counts("a default method of Java's"): c =>
      val h = new Shapes.Hits:
        def counter = c
      _ => println(h.hit())
    ,
    counts("a static method of an interface of Java's"): c =>
      val h: Shapes.Hits = () => c
      _ => println(Shapes.Hits.hitTwice(h))
    ,
    Crossing(
      "a constant of an enum of Java's with a body",
      Shapes.Op.PLUS,
      k => println(Shapes.apply(Shapes.Op.PLUS, k.length))
    )
  )

  val all: List[Crossing] = rows
end Corners
