package everyday

import eddy.state.SharedMap

import java.beans.{PropertyChangeEvent, PropertyChangeListener, PropertyChangeSupport}
import java.util.{ArrayList, Arrays, Collections, HashMap, LinkedHashMap, Optional, WeakHashMap}
import scala.annotation.tailrec
import scala.collection.{immutable, mutable}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** What people write in Scala on an ordinary day. */
object Daily:
  private val tally = Tally()
  private val shared = SharedMap[String, Int]()

  // classes with methods that the language calls

  final class Name(val text: String):
    override def toString: String =
      tally.n += 1
      text

  final class Late extends RuntimeException("late"):
    override def getMessage: String =
      tally.n += 1
      "late"

  final class Resource extends AutoCloseable:
    def close(): Unit = tally.n += 1

  object Even:
    def unapply(n: Int): Option[Int] =
      tally.n += 1
      Option.when(n % 2 == 0)(n / 2)

  object Words:
    def unapplySeq(s: String): Option[Seq[String]] =
      tally.n += 1
      Some(s.split(" ").toSeq)

  object NonEmpty:
    var asked = 0
    def unapply(s: String): Boolean =
      asked += 1
      s.nonEmpty

  object Registry:
    private var last = ""
    private val seen = mutable.HashSet[String]()
    def note(s: String): Unit =
      last = s
      seen += s: Unit
    def newest: String = last
    def of: mutable.HashSet[String] = seen

  enum Level:
    case Low, High
    var hits = 0
    def hit(): Unit = hits += 1

  final class Greeting(val prefix: String = s"${tally.add()}"):
    def apply(s: String): String = prefix + s

  trait Counts:
    protected var count = 0
    def bump(): Int =
      count += 1
      count
  final class Counted extends Counts
  private val counted = Counted()

  trait Stamped extends Counts:
    abstract override def bump(): Int = super.bump() + tally.add()
  trait Base extends Counts:
    override def bump(): Int = super.bump()
  final class StampedCounted extends Base with Stamped
  private val stamped = StampedCounted()

  final class Outer:
    private var n = 0
    final class Inner:
      def touch(): Unit = n += 1
    def inner: Inner = Inner()
    val anonymous: Runnable = new Runnable:
      def run(): Unit = n += 1
  private val outer = Outer()
  private val inner = outer.inner

  extension (s: String)
    def noted: String =
      tally.n += 1
      s

  given noting: Conversion[Int, Name] = n =>
    tally.n += 1
    Name(s"$n")

  trait Show[A]:
    def show(a: A): String
  object Show:
    var shown = 0
    given Show[Int] with
      def show(a: Int): String =
        shown += 1
        s"$a"
    given [A](using of: Show[A]): Show[List[A]] with
      def show(a: List[A]): String = a.map(of.show).mkString

  private def shows[A: Show](a: A): String = summon[Show[A]].show(a)
  private def twice(body: => Int): Int = body + body
  private def unless(condition: Boolean)(body: => Unit): Unit = if !condition then body
  private def many(parts: String*): Int = parts.map(_.noted).size
  private def withDefault(s: String, n: Int = tally.add()): String = s * n

  @tailrec private def loop(n: Int): Int =
    if n == 0 then tally.n
    else
      tally.n += 1
      loop(n - 1)

  private final class Lazily:
    lazy val tallies: mutable.ArrayBuffer[Int] = mutable.ArrayBuffer(tally.add())
  private val lazily = Lazily()

  val language: List[Row] = List(
    Row("a text with an object in it")(k => s"<${Name(k)}>": Unit),
    Row("a text with an object in it, formatted")(k => f"${Name(k)}%s": Unit),
    Row("an object added to a text")(k => println("" + Name(k))),
    Row("an exception's own message"): _ =>
      try throw Late()
      catch case e: Late => e.getMessage: Unit,
    Row("an exception as text"): _ =>
      try throw Late()
      catch case e: RuntimeException => e.toString: Unit,
    Row("the text of an exception's stack"): _ =>
      try throw Late()
      catch case e: RuntimeException => e.printStackTrace(java.io.PrintWriter(java.io.StringWriter())),
    Row("a resource that counts when it is closed")(_ => Using.resource(Resource())(_ => ())),
    Row("a resource that counts when it is closed, with a result")(_ => Using(Resource())(_ => 1).get: Unit),
    Row("several resources"): _ =>
      Using.Manager { use =>
        use(Resource())
        use(Resource()): Unit
      }.get,
    Row("a pattern that counts"): k =>
      k.length + 1 match
        case Even(half) => println(half)
        case _ => (),
    Row("a pattern of several parts that counts"): k =>
      k match
        case Words(first, _*) => println(first)
        case _ => (),
    Row("a pattern of yes and no that counts"): k =>
      k match
        case NonEmpty() => ()
        case _ => (),
    Row("a pattern in a val"): _ =>
      val Even(half) = 4: @unchecked
      println(half)
    ,
    Row("a pattern in a for")(_ => (for case Even(half) <- List(1, 2, 3) yield half): Unit),
    Row("a pattern collected")(_ => List(1, 2).collect { case Even(half) => half }: Unit),
    Row("a variable of an object")(k => Registry.note(k)),
    Row("a variable of an object, read")(_ => println(Registry.newest)),
    Row.writes("a set of an object", Registry.of)(k => Registry.of += k: Unit),
    Row("a variable of an enum")(_ => Level.High.hit()),
    Row("a variable of an enum by its name")(_ => Level.valueOf("Low").hit()),
    Row("a variable of all of an enum")(_ => Level.values.foreach(_.hit())),
    Row("a default argument of a constructor")(k => println(Greeting()(k))),
    Row("a default argument of a method")(k => println(withDefault(k))),
    Row("a variable of a trait")(_ => counted.bump(): Unit),
    Row("a trait above another")(_ => stamped.bump(): Unit),
    Row("an inner object in a val")(_ => inner.touch()),
    Row("an inner object of the handler")(_ => outer.Inner().touch()),
    Row("an anonymous object in a val")(_ => outer.anonymous.run()),
    Row("a method of an extension")(k => println(k.noted)),
    Row("a conversion")(k =>
      val name: Name = noting(k.length)
      println(name.text)
    ),
    Row("a given for lists")(k => println(shows(List(k.length)))),
    Row("a parameter by name, twice")(_ => println(twice(tally.add()))),
    Row("a parameter by name, perhaps")(k => unless(k.isEmpty)(tally.n += 1)),
    Row("arguments of any number")(k => println(many(k, k))),
    Row("a recursive loop")(k => println(loop(k.length))),
    Row.writes("a lazy val in a val", lazily.tallies)(k => lazily.tallies += k.length: Unit),
    Row("a local lazy val"): _ =>
      lazy val n = tally.add()
      println(n + n)
    ,
    Row("a local object"): _ =>
      object Local:
        val n = tally.add()
      println(Local.n)
    ,
    Row("a local class"): k =>
      class Local(s: String):
        def go(): Unit = tally.n += s.length
      Local(k).go()
    ,
    Row("a method as a function")(k => println(List(1).map(n => tally.add() + n))),
    Row("a curried method"): k =>
      def add(a: Int)(b: Int): Int = a + b + tally.add()
      println(List(1).map(add(k.length)))
    ,
    Row("a partial function, lifted"): k =>
      val f: PartialFunction[Int, Int] = { case n if tally.add() > 0 => n }
      println(f.lift(k.length))
    ,
    Row("functions put together"): k =>
      val f = ((n: Int) => n + 1).andThen(n => tally.add() + n).compose((s: String) => s.length)
      println(f(k))
    ,
    Row("a boundary that breaks"): k =>
      val n = scala.util.boundary:
        if k.nonEmpty then scala.util.boundary.break(tally.add())
        0
      println(n)
    ,
    Row("a match on types"): k =>
      val any: Matchable = if k.isEmpty then k else tally
      any match
        case t: Tally => t.n += 1
        case _ => ()
    ,
    Row("try, catch and finally"): k =>
      try if k.nonEmpty then throw IllegalStateException(k)
      catch case _: IllegalStateException => tally.n += 1
      finally shared(k) = tally.n
  )

  // collections

  private val buffer = mutable.ArrayBuffer(1, 2, 3)
  private val history = mutable.ArrayDeque[Int]()
  private val view = buffer.view
  private val byName = mutable.HashMap("x" -> tally)
  private val tallies = List(tally)
  private val nested = Map("x" -> Map("y" -> tally))
  private val optional = Optional.of(tally)
  private val numbers = Array(1, 2, 3)
  private val boxed = Array[Integer](1, 2, 3)
  private val asList = Arrays.asList(boxed*)
  private val javaList = ArrayList(java.util.List.of(1, 2, 3))
  private val part = javaList.subList(0, 2)
  private val javaMap = HashMap[String, Int](java.util.Map.of("x", 1))
  private val keySet = javaMap.keySet
  private val values = javaMap.values
  private val entrySet = javaMap.entrySet
  private val readOnly = Collections.unmodifiableList(javaList)
  private val synchronised = Collections.synchronizedList(javaList)
  private val weak = WeakHashMap[String, Int]()
  private val bits = mutable.BitSet(1)
  private val withDefaultMap = mutable.Map("x" -> 1).withDefault(k => tally.add() + k.length)
  private val wrappedArray: mutable.Seq[Int] = numbers
  private val queue = mutable.Queue(1)
  private val text = StringBuilder("x")
  private val grouped = mutable.Map[String, mutable.ListBuffer[Int]]("x" -> mutable.ListBuffer(1))
  private val inGroup = grouped("x")

  private final class Recent extends LinkedHashMap[String, Int](16, 0.75f, true):
    override def removeEldestEntry(e: java.util.Map.Entry[String, Int]): Boolean =
      tally.n += 1
      size > 2
  private val recent = Recent()

  private final class Defaulting extends HashMap[String, Int]:
    override def get(k: Any): Int =
      tally.n += 1
      getOrDefault(k, 0)
  private val defaulting = Defaulting()

  /** Its keys count how often they are compared. */
  final class Id(val n: Int):
    override def hashCode: Int =
      tally.n += 1
      n
    override def equals(o: Any): Boolean = o match
      case i: Id => i.n == n
      case _ => false
  private val byId = SharedMap[Id, String]()
  private val plainById = mutable.HashMap[Id, String]()

  final class Rank(val n: Int) extends Ordered[Rank]:
    def compare(o: Rank): Int =
      tally.n += 1
      n.compare(o.n)

  final case class Pair(a: Tally, b: Int)
  private val pairs = List(Pair(tally, 1))

  private final class Wrapping(of: Iterator[Int]) extends Iterator[Int]:
    def hasNext: Boolean = of.hasNext
    def next(): Int =
      tally.n += 1
      of.next()

  val collections: List[Row] = List(
    Row.reads("a view that the handler makes", buffer)(_ => println(buffer.view.filter(_ > 1).toList)),
    Row("a view with a function that counts")(_ => println(List(1, 2).view.map(n => tally.add() + n).sum)),
    Row("a lazy list with a function that counts")(_ =>
      println(LazyList.from(1).map(n => tally.add() + n).take(2).toList)
    ),
    Row("a lazy list that is unfolded")(_ =>
      println(LazyList.unfold(1)(n => Option.when(n < 3)((tally.add(), n + 1))).toList)
    ),
    Row("an iterator that is iterated with a function")(_ =>
      println(Iterator.iterate(1)(n => tally.add() + n).take(3).toList)
    ),
    Row("an iterator of its own"): _ =>
      println(Wrapping(Iterator(1, 2)).map(_ + 1).toList),
    Row("an iterator of its own, as Java's"): _ =>
      val it = Wrapping(Iterator(1, 2)).asJava
      it.next(): Unit
    ,
    Row("an object out of a map")(k => byName(k).n += 1),
    Row("an object out of a map, if there is one")(k => byName.get(k).foreach(_.n += 1)),
    Row("an object out of a map, or a new one")(k => byName.getOrElse(k, Tally()).n += 1),
    Row("an object out of a map in a map")(k => nested.get(k).flatMap(_.get("y")).foreach(_.n += 1)),
    Row("the objects of a list, with an index")(_ => tallies.zipWithIndex.foreach((t, i) => t.n += i)),
    Row("the objects of a list, grouped")(_ => tallies.groupBy(_.n).values.foreach(_.foreach(_.n += 1))),
    Row("the objects of a list, in pairs")(_ => tallies.zip(tallies).foreach(_(1).n += 1)),
    Row("the objects of a list, sliding")(_ => tallies.sliding(1).foreach(_.head.n += 1)),
    Row("the objects of a list, folded")(_ => tallies.foldLeft(Tally())((_, t) => t).n += 1),
    Row("the objects of a list, scanned")(_ => tallies.scanLeft(Tally())((_, t) => t).last.n += 1),
    Row("the largest of a list's objects")(_ => tallies.maxBy(_.n).n += 1),
    Row("the objects of a list, partitioned")(_ => tallies.partition(_.n > 0)(1).foreach(_.n += 1)),
    Row("the objects of a list, collected")(_ => tallies.collectFirst { case t => t }.foreach(_.n += 1)),
    Row("the objects of a list, reversed and reduced")(_ => tallies.reverse.reduceLeft((_, b) => b).n += 1),
    Row("the objects of a list, as a vector, updated")(_ =>
      tallies.toVector.updated(0, tallies.head).head.n += 1
    ),
    Row("the objects of a list, unzipped")(_ => tallies.map((_, 1)).unzip._1.head.n += 1),
    Row("the objects of a list, transposed")(_ => List(tallies).transpose.head.head.n += 1),
    Row("a for over an Option")(_ => for t <- tallies.headOption; u <- Option(t) do u.n += 1),
    Row("a for over an Either"): _ =>
      val r = for t <- tallies.headOption.toRight("none"); u <- Right(t): Either[String, Tally] yield u
      r.foreach(_.n += 1)
    ,
    Row("a for with a condition")(_ => for t <- tallies if t.n >= 0; p <- pairs do p.a.n += t.n),
    Row("a case class, copied")(_ => pairs.head.copy(b = 2).a.n += 1),
    Row("a case class, taken apart"): _ =>
      val Pair(a, _) = pairs.head
      a.n += 1
    ,
    Row("a case class, by its products")(_ =>
      pairs.head.productIterator.foreach {
        case t: Tally => t.n += 1
        case _ => ()
      }
    ),
    Row("a tuple, as a list")(_ =>
      (tally, 1).toList.foreach {
        case t: Tally => t.n += 1
        case _ => ()
      }
    ),
    Row("an optional, mapped")(_ =>
      optional.map(t =>
        t.n += 1; t
      ).isPresent: Unit
    ),
    Row("an optional, or else")(_ => optional.orElseGet(() => Tally()).n += 1),
    Row("an optional, as a stream")(_ => optional.stream.forEach(_.n += 1)),
    Row.writes("an array in a val", numbers)(_ => numbers(0) += 1),
    Row.writes("an array, as a sequence", numbers)(_ => wrappedArray(0) = 2),
    Row.writes("an array, mapped in place", numbers)(_ => numbers.mapInPlace(_ + 1): Unit),
    Row.writes("an array behind a list", boxed)(_ => asList.set(0, 2): Unit),
    Row.writes("a part of a list", javaList)(_ => part.set(0, 2): Unit),
    Row.writes("a part of a list, cleared", javaList)(_ => javaList.subList(0, 0).clear()),
    Row.writes("the keys of a map, removed from", javaMap)(_ => keySet.remove("y"): Unit),
    Row.writes("the values of a map, removed from", javaMap)(_ => values.removeIf(_ > 100): Unit),
    Row.writes("the entries of a map, set", javaMap)(_ => entrySet.forEach(e => e.setValue(2): Unit)),
    Row.writes("the entries of a map, by a loop", javaMap)(_ =>
      for e <- javaMap.entrySet.asScala do e.setValue(2): Unit
    ),
    Row.reads("a list that cannot be changed", javaList)(_ => println(readOnly.get(0))),
    Row.writes("a synchronized list", javaList)(_ => synchronised.set(0, 2): Unit),
    Row.writes("a weak map, read", weak)(k => println(weak.get(k))),
    Row.writes("a set of bits", bits)(k => bits += k.length: Unit),
    Row("a map with a default that counts")(k => println(withDefaultMap(k + "z"))),
    Row.writes("a map that forgets the eldest", recent)(k => recent.put(k, 1): Unit),
    Row("a map that forgets the eldest, and counts")(k => recent.put(k + tally.n, 1): Unit),
    Row("a map that counts what is asked")(k => println(defaulting.get(k))),
    Row("a shared map with keys that count")(k => byId.put(Id(k.length), k): Unit),
    Row("a shared map with keys that count, read")(k => println(byId.get(Id(k.length)))),
    Row("a map with keys that count")(k => plainById(Id(k.length)) = k),
    Row("ordered objects that count, sorted")(k => println(List(Rank(1), Rank(k.length)).sorted.size)),
    Row("ordered objects that count, compared")(k => println(Rank(1) < Rank(k.length))),
    Row("ordered objects that count, the largest")(k => println(List(Rank(1), Rank(k.length)).max.n)),
    Row.writes("a queue", queue)(k => queue.enqueue(k.length).dequeue(): Unit),
    Row.writes("a text that grows", text.underlying)(k => text ++= k: Unit),
    Row.writes("a list in a map", inGroup)(k => grouped.getOrElseUpdate(k, mutable.ListBuffer()) += 1: Unit),
    Row.writes("a list in a map, updated", inGroup)(k => grouped.updateWith(k)(_.map(_ += 1)): Unit),
    Row.writes("a deque", history)(k => history.append(k.length).removeHead(): Unit),
    Row("a stream that peeks")(_ => tallies.asJava.stream.peek(_.n += 1).forEach(t => println(t))),
    Row("a stream that peeks and lists")(_ => tallies.asJava.stream.peek(_.n += 1).toList: Unit),
    Row("a stream reduced to an object"): _ =>
      tallies.asJava.stream.reduce((a, _) => a).ifPresent(_.n += 1)
  )

  /** A shared map whose values are of any type. */
  private final class Store[V]:
    val all = SharedMap[String, V]()
    def each(f: V => Unit): Unit = all.foreach((_, v) => f(v))
    def put(k: String, v: V): Unit = all.put(k, v): Unit
  private val store = Store[Tally]()
  store.put("x", tally)

  val generic: List[Row] = List(
    Row("the values of a shared map of any type")(_ => store.each(t => t.n += 1)),
    Row("a value of a shared map of any type")(k => store.all.get(k).foreach(_.n += 1))
  )

  // libraries

  private val changes = PropertyChangeSupport(this)
  changes.addPropertyChangeListener((_: PropertyChangeEvent) => tally.n += 1)
  private val inherited = new ThreadLocal[Int]:
    override def initialValue: Int = tally.add()
  private val classes = new ClassValue[Int]:
    override def computeValue(c: Class[?]): Int = tally.add()

  val libraries: List[Row] = List(
    Row("an own variable of each thread")(_ => println(inherited.get)),
    Row("a value of each class")(_ => println(classes.get(classOf[Tally]))),
    Row("a format of an object")(k => println(String.format("%s", Name(k)))),
    Row("a text joined of objects")(k => println(java.util.StringJoiner(",").add(Name(k).toString))),
    Row("the value of an object as text")(k => println(String.valueOf(Name(k)))),
    Row("an object in a builder")(k => println(java.lang.StringBuilder().append(Name(k)))),
    Row("an object as text or a default")(k => println(java.util.Objects.toString(Name(k), ""))),
    Row("an object that is required, with a message"): k =>
      try java.util.Objects.requireNonNull(null: String | Null, () => s"${tally.add()}"): Unit
      catch case _: NullPointerException => (),
    Row("a thread's handler of failures")(k =>
      val handler: Thread.UncaughtExceptionHandler = (_, _) => tally.n += 1
      handler.uncaughtException(Thread.currentThread, RuntimeException(k))
    ),
    Row("privileged code")(_ =>
      val f: java.util.concurrent.Callable[Int] = () => tally.add()
      println(f.call())
    ),
    Row("a pattern replaced by a function")(k => println("x".r.replaceAllIn(k, _ => s"${tally.add()}"))),
    Row("a pattern replaced by a function, by Java")(k =>
      println(java.util.regex.Pattern.compile("x").matcher(k).replaceAll(_ => s"${tally.add()}"))
    ),
    Row("an atomic reference updated by a function")(_ =>
      java.util.concurrent.atomic.AtomicReference("a").updateAndGet(s => s"$s${tally.add()}"): Unit
    ),
    Row("a concurrent map computed by a function")(k =>
      java.util.concurrent.ConcurrentHashMap[String, Int]().computeIfAbsent(k, _ => tally.add()): Unit
    ),
    Row("a future that is complete, handled"): k =>
      java.util.concurrent.CompletableFuture.completedFuture(k).thenApply(_ => tally.add()).join(): Unit
  )
  val kept: List[Row] = List(
    Row.reads("a view in a val", buffer)(_ => println(view.map(_ + 1).sum)),
    Row("listeners of changes")(k => changes.firePropertyChange("k", "", k))
  )
end Daily
