package crossings

import eddy.state.SharedMap

import java.util.concurrent.*
import java.util.stream.{Collectors, Stream}
import java.util.{ArrayList, Comparator, Optional}
import scala.collection.mutable
import scala.concurrent.duration.{Duration, DurationInt}
import scala.concurrent.{Await, Awaitable, CanAwait, ExecutionContext, Future}
import scala.jdk.CollectionConverters.*

import Crossing.{counts, stores}

/** Objects of one's own that functions return to a library, which then calls them. */
object Returned:
  final class Key(val text: String, c: Counter) extends Comparable[Key]:
    override def hashCode: Int =
      c.add(): Unit
      text.hashCode
    override def equals(o: Any): Boolean = o match
      case k: Key => k.text == text
      case _ => false
    override def toString: String = s"$text${c.add()}"
    def compareTo(o: Key): Int =
      c.add(): Unit
      text.compareTo(o.text)

  final class Numbers(c: Counter) extends Iterable[Int]:
    def iterator: Iterator[Int] =
      c.add(): Unit
      Iterator(1, 2)

  final class Ids(c: Counter) extends Iterator[Int]:
    def hasNext: Boolean = true
    def next(): Int = c.add()

  final class Sink(c: Counter) extends mutable.Growable[Int]:
    def addOne(n: Int): this.type =
      c.n += n
      this
    def clear(): Unit = ()

  final class Added(c: Counter) extends ArrayList[String]:
    override def add(s: String): Boolean =
      c.add(): Unit
      super.add(s)

  final class Prices(c: Counter) extends scala.collection.immutable.AbstractMap[String, Int]:
    def get(k: String): Option[Int] = Some(c.add())
    def iterator: Iterator[(String, Int)] = Iterator("x" -> 1)
    def removed(k: String): Map[String, Int] = this
    def updated[V >: Int](k: String, v: V): Map[String, V] = this

  final class Known(c: Counter) extends PartialFunction[String, Int]:
    def isDefinedAt(k: String): Boolean = c.add() > 0
    def apply(k: String): Int = k.length

  final class Making(c: Counter) extends scala.collection.Factory[Int, List[Int]]:
    def fromSpecific(it: IterableOnce[Int]): List[Int] =
      c.add(): Unit
      it.iterator.toList
    def newBuilder: mutable.Builder[Int, List[Int]] =
      c.add(): Unit
      List.newBuilder

  final class Ready(c: Counter) extends Awaitable[Int]:
    def ready(d: Duration)(using CanAwait): this.type = this
    def result(d: Duration)(using CanAwait): Int = c.add()

  final class Counted(c: Counter) extends ExecutionContext:
    def execute(r: Runnable): Unit =
      c.add(): Unit
      ()
    def reportFailure(e: Throwable): Unit = ()

  final class Making1(c: Counter) extends ThreadFactory:
    def newThread(r: Runnable): Thread =
      c.add(): Unit
      val t = Thread(r)
      t.setDaemon(true)
      t

  final class Stack(c: Counter) extends mutable.AbstractBuffer[Int]:
    private val inside = mutable.ArrayBuffer[Int]()
    def apply(i: Int): Int = inside(i)
    def update(i: Int, n: Int): Unit = inside(i) = n
    def length: Int = inside.length
    def addOne(n: Int): this.type =
      c.n += n
      inside += n
      this
    def prepend(n: Int): this.type = this
    def insert(i: Int, n: Int): Unit = ()
    def insertAll(i: Int, ns: IterableOnce[Int]): Unit = ()
    def remove(i: Int): Int = inside.remove(i)
    def remove(i: Int, n: Int): Unit = inside.remove(i, n)
    def patchInPlace(from: Int, patch: IterableOnce[Int], replaced: Int): this.type = this
    def clear(): Unit = inside.clear()
    def iterator: Iterator[Int] = inside.iterator

  object Days extends Enumeration:
    final class Day(val c: Counter) extends Val:
      override def toString: String = s"day${c.add()}"
      override def compare(o: Value): Int =
        c.add(): Unit
        super.compare(o)
    val counter = Counter()
    val Mon = Day(counter)
    val Tue = Day(counter)

  private def orderFor(c: Counter): Ordering[String] = (a, b) =>
    c.add(): Unit
    a.compareTo(b)

  val all: List[Crossing] = List(
    counts("a function that returns a function, uncurried in the handler"): c =>
      k => println(Function.uncurried((a: Int) => (b: Int) => a + b + c.add())(k.length, 1)),
    counts("a function that returns a function, untupled"): c =>
      val f = Function.untupled((p: (Int, Int)) => p(0) + c.add())
      k => println(f(k.length, 1))
    ,
    counts("keys of groups")(c => k => println(List(k, k).groupBy(Key(_, c)).size)),
    counts("keys of groups that are reduced")(c =>
      k => println(List(k, k).groupMapReduce(Key(_, c))(_ => 1)(_ + _).size)
    ),
    counts("distinct by a key")(c => k => println(List(k, k).distinctBy(Key(_, c)).size)),
    counts("sorted by a key")(c => k => println(List(k, k + "y").sortBy(Key(_, c)))),
    counts("the greatest by a key")(c => k => println(List(k, k + "y").maxBy(Key(_, c)))),
    counts("a set of keys by a builder"): c =>
      k =>
        val b = Set.newBuilder[Key]
        (1 to 9).foreach(i => b += Key(k + i, c))
        println(b.result().size)
    ,
    counts("keys of a map that can change, in the handler"): c =>
      k =>
        val m = mutable.HashMap[Key, Int]()
        m(Key(k, c)) = 1
    ,
    counts("keys that are joined")(c => k => println(List(k).map(Key(_, c)).mkString)),
    counts("keys in a view that are joined")(c => k => println(List(k).view.map(Key(_, c)).mkString)),
    counts("an option of a key in a text")(c => k => println(s"${Option(Key(k, c))}")),
    counts("a map of keys in a text")(c => k => println("m: " + Map(k -> Key(k, c)))),
    counts("an index of a key")(c => k => println(List(Key(k, c)).map(_.toString).indexOf("x"))),
    counts("differences of lists of keys")(c => k => println(List(Key(k, c)).diff(List(Key(k, c))).size)),
    counts("keys of groups by Java")(c =>
      k => println(Stream.of(k, k).collect(Collectors.groupingBy((s: String) => Key(s, c))).size)
    ),
    counts("keys of a map by Java")(c =>
      k => println(Stream.of(k).collect(Collectors.toMap((s: String) => Key(s, c), (s: String) => 1)).size)
    ),
    counts("distinct keys by Java")(c => k => println(Stream.of(k, k).map(s => Key(s, c)).distinct.count)),
    counts("sorted keys by Java")(c =>
      k => println(Stream.of(k, k + "y").map(s => Key(s, c)).sorted.toList.size)
    ),
    counts("Java's comparison by a key"): c =>
      val order = Comparator.comparing[String, Key]((s: String) => Key(s, c))
      k => println(Stream.of(k, k + "y").max(order))
    ,
    counts("a collection for a collector"): c =>
      k => println(Stream.of(k).collect(Collectors.toCollection(() => Added(c))).size),
    counts("a tree of keys"): c =>
      k =>
        val t = java.util.TreeMap[Key, Int]()
        t.put(Key(k, c), 1): Unit
    ,
    counts("a concurrent map of keys"): c =>
      val m = ConcurrentHashMap[Key, Int]()
      k => println(m.computeIfAbsent(Key(k, c), _ => 1))
    ,
    counts("a concurrent map of Scala's of keys"): c =>
      val m = scala.collection.concurrent.TrieMap[Key, Int]()
      k => println(m.getOrElseUpdate(Key(k, c), 1))
    ,
    counts("numbers of one's own, flattened")(c => k => println(List(k).flatMap(_ => Numbers(c)))),
    counts("numbers of one's own out of an iterator, flattened")(c =>
      k => println(Iterator(k).flatMap(_ => Numbers(c)).sum)
    ),
    counts("numbers of one's own in an option, flattened")(c =>
      k => println(Option(k).toList.flatMap(_ => Numbers(c)))
    ),
    counts("numbers of one's own that make a list")(c => _ => println(List.from(Numbers(c)))),
    counts("numbers of one's own that are added")(c => _ => println((Set(0) ++ Numbers(c)).size)),
    counts("numbers of one's own in a buffer")(c => _ => println(mutable.ArrayBuffer(0).addAll(Numbers(c)))),
    counts("numbers of one's own, zipped")(c => k => println(List(k).zip(Numbers(c)))),
    counts("numbers of one's own, concatenated in front")(c =>
      k => println(0 +: List.concat(Numbers(c), List(1)))
    ),
    counts("an iterator of one's own, taken from")(c => _ => println(Ids(c).take(2).toList)),
    counts("an iterator of one's own, captured")(c =>
      val ids = Ids(c); _ => println(ids.map(_ + 1).next())
    ),
    counts("an iterator of one's own in Java"): c =>
      _ =>
        val it = Ids(c).take(2).asJava
        it.forEachRemaining(n => println(n))
    ,
    counts("a sink of one's own")(c =>
      val s = Sink(c); k => s ++= List(k.length)
    ),
    counts("a sink of one's own for an iterator")(c =>
      val s = Sink(c); k => s.addAll(k.iterator.map(_.toInt))
    ),
    counts("a buffer of one's own")(c =>
      val s = Stack(c); k => s ++= List(k.length)
    ),
    counts("a buffer of one's own that is copied to")(c =>
      val s = Stack(c); k => List(k.length).copyToBuffer(s)
    ),
    counts("a buffer of one's own in Java")(c =>
      val s = Stack(c); k => s.asJava.add(k.length): Unit
    ),
    counts("a map of one's own")(c =>
      val p = Prices(c); k => println(p.getOrElse(k, 0))
    ),
    counts("a map of one's own as a function")(c =>
      val p = Prices(c); k => println(List(k).map(p))
    ),
    counts("a map of one's own, lifted")(c =>
      val p = Prices(c).lift; k => println(p(k))
    ),
    counts("a map of one's own, whether it has a key")(c =>
      val p: Map[String, Int] = Prices(c); k => println(p.contains(k))
    ),
    counts("a partial function of one's own, collected")(c =>
      val f = Known(c); k => println(List(k).collect(f))
    ),
    counts("a partial function of one's own, or else another")(c =>
      val f = Known(c).orElse { case _ => 0 }; k => println(f(k))
    ),
    counts("a partial function of one's own, run with")(c =>
      val f = Known(c).runWith(println); k => println(f(k))
    ),
    counts("a factory of one's own")(c =>
      val f = Making(c); k => println(List(k.length).to(f))
    ),
    counts("an awaitable of one's own")(c => _ => println(Await.result(Ready(c), 1.second))),
    counts("an execution context of one's own")(c =>
      val ec = Counted(c); k => println(Future(k)(using ec))
    ),
    counts("an execution context of one's own for a step"): c =>
      val ec = Counted(c)
      k => println(Future.successful(k).map(_.length)(using ec))
    ,
    counts("a factory of threads"): c =>
      _ => Using2.close(Executors.newSingleThreadExecutor(Making1(c)))(_.submit((() => 1): Callable[Int])),
    counts("an ordering out of a method")(c => k => println(List(k, "y").sorted(using orderFor(c)))),
    counts("an ordering by an ordering out of a method")(c =>
      k => println(List(k, "y").sortBy(identity)(using orderFor(c).reverse))
    ),
    Crossing("a value of an enumeration in a text", Days.counter, k => println(s"$k ${Days.Tue}")),
    Crossing(
      "values of an enumeration by name",
      Days.counter,
      k => println(scala.util.Try(Days.withName("day1")))
    ),
    counts("a stage of one's own"): c =>
      k =>
        println(CompletableFuture.completedFuture(k).thenCompose(s =>
          c.add(): Unit; CompletableFuture.completedFuture(s)
        ).join),
    counts("a thread of one's own that runs here"): c =>
      final class Own extends Thread:
        override def run(): Unit = c.add(): Unit
      _ => Own().run()
    ,
    counts("a name of a thread of one's own"): c =>
      final class Own extends Thread:
        override def toString: String = s"${c.add()}"
      _ => println(s"${Own()}")
    ,
    counts("a thread local's removal, and its first value again"): c =>
      val t = ThreadLocal.withInitial(() => c.add())
      _ =>
        t.remove()
        println(t.get)
    ,
    counts("an object of one's own in a shared map"): c =>
      val m = SharedMap[Key, Int]()
      k => m(Key(k, c)) = 1
    ,
    counts("an object of one's own that a shared map makes"): c =>
      val m = SharedMap[String, Key]()
      k => println(m.getOrElseUpdate(k, Key(k, c)).text + m(k).hashCode)
    ,
    counts("what a shared map updates with"): c =>
      val m = SharedMap[String, Int]()
      k => println(m.updateWith(k)(o => Some(c.add())))
    ,
    counts("a number that formats itself in a text"): c =>
      final class Money extends java.util.Formattable:
        def formatTo(f: java.util.Formatter, a: Int, b: Int, d: Int): Unit = c.add(): Unit
      k => println(f"$k%s ${Money()}%s")
    ,
    counts("an object of one's own in a stack trace"): c =>
      final class Bad extends RuntimeException:
        override def getMessage: String = s"${c.add()}"
      _ => Bad().printStackTrace(java.io.PrintWriter(java.io.StringWriter()))
    ,
    counts("an object of one's own in a failure's text"): c =>
      k => println(scala.util.Try(require(k.isEmpty, Key(k, c))).failed.map(_.getMessage)),
    counts("an assertion's text"): c =>
      k => println(scala.util.Try(assert(k.isEmpty, s"${c.add()}"))),
    counts("a match that nothing fits"): c =>
      k =>
        println(scala.util.Try((Key(k, c): Any) match
          case s: String => s)),
    counts("an argument of assume"): c =>
      k => println(scala.util.Try(assume(k.isEmpty, c.add())))
  )

  object Using2:
    def close(p: ExecutorService)(f: ExecutorService => Any): Unit =
      try println(f(p))
      finally p.shutdown()
end Returned
