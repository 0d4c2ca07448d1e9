package stranger

import java.util.concurrent.atomic.{AtomicInteger, AtomicReference}
import java.util.concurrent.{
  ConcurrentHashMap,
  ConcurrentSkipListMap,
  ConcurrentSkipListSet,
  FutureTask,
  PriorityBlockingQueue
}
import java.util.stream.{Stream, StreamSupport}
import java.util.{
  AbstractMap,
  ArrayList,
  Arrays,
  Collections,
  Comparator,
  HashMap,
  Objects,
  Optional,
  PriorityQueue,
  TreeMap,
  TreeSet
}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.{Success, Try}

/** Services whose own methods are called by libraries. */
object Called:
  final class Ticket(val priority: Int, meter: Array[Int]) extends Comparable[Ticket]:
    def compareTo(other: Ticket): Int =
      meter(0) += 1
      val c = Integer.compare(priority, other.priority)
      if c < 0 then meter(1) += 1 else meter(2) += 1
      c

  private def agrees(meter: Array[Int]): Option[String] =
    expect("comparisons", meter(1) + meter(2), meter(0)).orElse(require("compared", meter(0) > 0))

  private val comparable = StrangerCase("tickets that count comparisons, in a heap"):
    val meter = new Array[Int](3)
    val queue = PriorityQueue[Ticket]()
    handlers(
      i => queue.add(Ticket(i % 7, meter)): Unit,
      i => queue.add(Ticket(-i, meter)): Unit,
      _ => queue.peek(): Unit
    )
      .leave(n => agrees(meter).orElse(expect("tickets", queue.size, 2 * n)))

  private val comparableTwo = StrangerCase("two lists of comparable tickets with one meter"):
    val meter = new Array[Int](3)
    val (a, b) = (ArrayList[Ticket](), TreeSet[Ticket]())
    for i <- 0 until 6 do
      a.add(Ticket(i * 5 % 6, meter))
      b.add(Ticket(i, meter)): Unit
    val probe = Ticket(3, meter)
    handlers(_ => Collections.sort(a), _ => b.contains(probe): Unit, _ => Collections.max(a): Unit).leave(_ =>
      agrees(meter)
    )

  private val comparableArray = StrangerCase("comparable tickets sorted in arrays that handlers make"):
    val meter = new Array[Int](3)
    handlers(
      i =>
        val tickets = Array.tabulate(6)(k => Ticket(k * i % 5, meter))
        Arrays.sort(tickets.asInstanceOf[Array[AnyRef]])
      ,
      i => List.tabulate(5)(k => Ticket(k * 3 % 5, meter)).asJava.stream.sorted().count(): Unit,
      i => Stream.of(Ticket(1, meter), Ticket(0, meter)).sorted().toList.size: Unit
    ).leave(_ => agrees(meter))

  private val concurrentComparable = StrangerCase("tickets in concurrent sorted collections"):
    val meter = new Array[Int](3)
    val set = ConcurrentSkipListSet[Ticket]()
    val queue = PriorityBlockingQueue[Ticket]()
    handlers(
      i => set.add(Ticket(i, meter)): Unit,
      i => queue.add(Ticket(i, meter)): Unit,
      i => set.add(Ticket(-i, meter)): Unit
    )
      .leave(_ => agrees(meter))

  private val concurrentComparator = StrangerCase("a comparator that counts, in a concurrent map"):
    var (less, more, all) = (0, 0, 0)
    val order: Comparator[Int] = (a, b) =>
      all += 1
      if a < b then less += 1 else more += 1
      Integer.compare(a, b)
    val map = ConcurrentSkipListMap[Int, Int](order)
    handlers(i => map.put(i * 7 % 50, i): Unit, i => map.put(i, i): Unit, i => map.floorKey(i): Unit)
      .leave(_ => expect("comparisons", less + more, all))

  final class Price(val cents: Int) extends Ordered[Price]:
    def compare(o: Price): Int =
      Price.compared += 1
      if cents < o.cents then Price.less += 1 else Price.more += 1
      cents.compare(o.cents)
  object Price:
    var compared, less, more = 0
    def reset(): Unit =
      compared = 0
      less = 0
      more = 0

  private val ordered = StrangerCase("prices that are ordered and count"):
    Price.reset()
    val prices = List.tabulate(6)(i => Price(i * 5 % 6))
    var lowest = prices.head
    handlers(
      _ => lowest = prices.min,
      _ => prices.sorted.size: Unit,
      _ => if prices.head < prices.last then lowest = prices.head
    )
      .leave(_ => expect("comparisons", Price.less + Price.more, Price.compared))

  private val numeric = StrangerCase("a sum with a numeric that rounds and counts"):
    var (sums, roundings) = (0, 0)
    object Cents extends Numeric[Int]:
      private val plain = summon[Numeric[Int]]
      export plain.{compare, fromInt, minus, negate, parseString, times, toDouble, toFloat, toInt, toLong}
      def plus(x: Int, y: Int): Int =
        sums += 1
        if (x + y) % 2 == 1 then roundings += 1
        x + y
    val before = 0
    handlers(_ => List(1, 2, 3).sum(using Cents): Unit, _ => Vector(4, 5).sum(using Cents): Unit)
      .leave(n => expect("sums", sums, 4 * n))

  final class Masked(text: String) extends CharSequence:
    var reads = 0
    def length: Int = text.length
    def charAt(i: Int): Char =
      reads += 1
      if i < 2 then '*' else text.charAt(i)
    def subSequence(from: Int, until: Int): CharSequence = text.substring(from, until)

  private val charSequence = StrangerCase("a text of one's own read by builders and patterns"):
    val masked = Masked("secret")
    val pattern = java.util.regex.Pattern.compile("x")
    var all = 0
    handlers(
      _ =>
        val b = java.lang.StringBuilder().append(masked: CharSequence); all += b.length
      ,
      _ =>
        if "other!".contentEquals(masked) then throw IllegalStateException("same"); all += 1
      ,
      _ =>
        if masked.chars.filter(_ == '*').count != 2 then throw IllegalStateException("stars"); all += 6
    ).leave(n => expect("characters", masked.reads, 13 * n))

  private val joinIterable = StrangerCase("names of one's own iterable joined"):
    final class Names extends java.lang.Iterable[String]:
      var walks = 0
      def iterator: java.util.Iterator[String] =
        walks += 1
        java.util.List.of("a", "b").iterator
    val names = Names()
    var length = 0
    handlers(
      _ => length += String.join(",", names).length,
      _ => names.forEach(n => length += n.length),
      _ => length += StreamSupport.stream(names.spliterator, false).toList.size
    ).leave(n => expect("walks", names.walks, 3 * n).orElse(expect("length", length, 7 * n)))

  private val ownCollection = StrangerCase("a collection of one's own copied by constructors"):
    final class Loads extends java.util.AbstractList[Int]:
      var gets = 0
      def get(i: Int): Int =
        gets += 1
        i
      def size: Int = 3
    val loads = Loads()
    handlers(
      _ => ArrayList[Int](loads).size: Unit,
      _ => java.util.List.copyOf(loads).size: Unit,
      _ => HashMap[Int, Int]().keySet.containsAll(loads): Unit,
      _ => ArrayList[Int]().addAll(loads): Unit
    ).leave(n => expect("reads", loads.gets, 10 * n))

  private val ownMap = StrangerCase("a map of one's own copied by putAll"):
    final class Config extends AbstractMap[String, Int]:
      var reads = 0
      def entrySet: java.util.Set[java.util.Map.Entry[String, Int]] =
        reads += 1
        java.util.Set.of(java.util.Map.entry("a", 1))
    val config = Config()
    handlers(
      _ => HashMap[String, Int]().putAll(config),
      _ => java.util.Map.copyOf(config).size: Unit,
      _ => if !config.containsKey("a") then throw IllegalStateException("a")
    ).leave(n => require(s"reads ${config.reads}", config.reads >= 3 * n && config.reads % n == 0))

  private val suppliers = StrangerCase("suppliers for what is missing"):
    var asked = 0
    def default(): Int =
      asked += 1
      7
    handlers(
      _ => Optional.empty[Int]().orElseGet(() => default()): Unit,
      _ =>
        Objects.requireNonNullElseGet[Integer](
          null.asInstanceOf[Integer],
          () => Integer.valueOf(default())
        ): Unit,
      _ => Option.empty[Int].getOrElse(default()): Unit,
      _ => Map.empty[Int, Int].applyOrElse(1, (_: Int) => default()): Unit,
      _ => Optional.empty[Int]().or(() => Optional.of(default())).isPresent: Unit
    ).leave(n => expect("asked", asked, 5 * n))

  private val atomicFunctions = StrangerCase("functions given to atomics that count"):
    val (number, text) = (AtomicInteger(), AtomicReference(""))
    var calls = 0
    handlers(
      _ =>
        number.updateAndGet { n =>
          calls += 1; n + 1
        }: Unit,
      _ =>
        number.accumulateAndGet(
          2,
          (a, b) =>
            calls += 1; a + b
        ): Unit,
      _ =>
        text.getAndUpdate { t =>
          calls += 1; t.nn + "x"
        }: Unit
    ).leave(n => expect("calls", calls, 3 * n).orElse(expect("number", number.get, 3 * n)))

  private val concurrentBulk = StrangerCase("bulk operations of a concurrent map with plain sums"):
    val scores = ConcurrentHashMap[Int, Int](java.util.Map.of(1, 10, 2, 20))
    var (sum, seen) = (0, 0)
    handlers(
      _ => scores.forEach((_, n) => sum += n),
      _ =>
        scores.computeIfPresent(
          1,
          (_, n) =>
            sum += n; n
        ): Unit,
      _ =>
        scores.merge(
          2,
          0,
          (a, b) =>
            seen += 1; a + b
        ): Unit,
      _ =>
        scores.replaceAll((_, n) =>
          seen += 1; n
        )
    ).leave(n => expect("sum", sum, 40 * n).orElse(expect("seen", seen, 3 * n)))

  private val futureTask = StrangerCase("a task run where it is made"):
    var runs = 0
    handlers(
      _ =>
        FutureTask[Int](() =>
          runs += 1; 1
        ).run(),
      _ =>
        val t = FutureTask[Int](() => runs += 1, 0); t.run(); t.get: Unit
    ).leave(n => expect("runs", runs, 2 * n))

  private val scalaFunctions = StrangerCase("functions given to methods that only look"):
    var calls = 0
    val xs = List(1, 2, 3)
    def see[A](a: A): A =
      calls += 1
      a
    handlers(
      _ => xs.tapEach(see).size: Unit,
      _ => xs.corresponds(xs)((a, b) => see(a) == b): Unit,
      _ => xs.iterator.scanLeft(0)((a, b) => see(a + b)).size: Unit,
      _ => xs.partitionMap(x => see(if x > 1 then Left(x) else Right(x))): Unit,
      _ => xs.view.map(see).filter(_ > 0).toList: Unit,
      _ => "abc".exists(c => see(c) == 'z'): Unit,
      _ => Array(1, 2, 3).map(see).length: Unit,
      _ => xs.lazyZip(xs).map((a, _) => see(a)).size: Unit,
      _ => LazyList.from(0).map(see).take(3).force.size: Unit
    ).leave(n => expect("calls", calls, 27 * n))

  private val orderings = StrangerCase("orderings made of others"):
    var asked = 0
    def key(i: Int): Int =
      asked += 1
      i % 3
    val byKey = Ordering.by(key)
    val both = byKey.reverse.orElse(Ordering.Int)
    val viaOn = Ordering.Int.on[Int](key)
    val java =
      Comparator.comparing[Int, Integer](i => key(i)).reversed.thenComparing((a: Int, b: Int) => a.compare(b))
    handlers(
      _ =>
        val m = List(1, 2).max(using both); if m != 1 then throw IllegalStateException(s"$m")
      ,
      _ => List(1, 2).min(using viaOn): Unit,
      _ => Arrays.asList(1, 2).sort(java)
    ).leave(n => expect("asked", asked, 6 * n))

  private val exceptionMessage = StrangerCase("an exception that builds its message once"):
    final class Conflict extends RuntimeException:
      var built = 0
      private var text: String | Null = null
      override def getMessage: String =
        if text == null then
          built += 1
          text = "conflict"
        text.nn
    val conflict = Conflict()
    var length = 0
    val fail: Int => Unit = _ =>
      try throw conflict
      catch case e: RuntimeException => length += e.getMessage.nn.length
    handlers(fail, _ => length += Try(throw conflict).failed.map(_.getMessage.nn.length).getOrElse(0))
      .leave(n => expect("built", conflict.built, 1).orElse(expect("length", length, 16 * n)))

  private val stackTrace = StrangerCase("an exception that counts how often it is made"):
    final class Counted extends RuntimeException:
      override def fillInStackTrace(): Throwable =
        Made.exceptions += 1
        this
    object Made:
      var exceptions = 0
    val fail: Int => Unit = i =>
      try if i >= 0 then throw Counted()
      catch case _: Counted => ()
    handlers(fail, fail).leave(n => expect("made", Made.exceptions, 2 * n))

  private val closing = StrangerCase("a stream that counts when it is closed"):
    var (closed, read) = (0, 0)
    handlers(
      _ =>
        val s = Stream.of(1, 2).onClose(() => closed += 1)
        try read += s.count().toInt
        finally s.close()
      ,
      _ => Stream.of(3).onClose(() => closed += 1).close()
    ).leave(n => expect("closed", closed, 2 * n).orElse(expect("read", read, 2 * n)))

  private val generators = StrangerCase("streams of a generator"):
    var next = 0
    val seen = mutable.ArrayBuffer[Int]()
    def fresh(): Int =
      next += 1
      next
    handlers(
      _ => Stream.generate[Int](() => fresh()).limit(2).forEach(x => seen += x),
      _ => seen ++= Iterator.continually(fresh()).take(2).toList,
      _ => Stream.iterate(0, (x: Int) => fresh()).limit(2).skip(1).forEach(x => seen += x)
    ).leave(n => expect("numbers", seen.toSet.size, 5 * n))

  private val entries = StrangerCase("entries changed while they are walked"):
    val ages = TreeMap[String, Integer](java.util.Map.of[String, Integer]("a", 0, "b", 0))
    handlers(
      _ => ages.entrySet.forEach(e => e.setValue(e.getValue + 1): Unit),
      _ => ages.entrySet.iterator.asScala.foreach(e => e.setValue(e.getValue + 1)),
      _ => ages.firstKey.pipe0(k => ages.computeIfPresent(k, (_, n) => n + 1): Unit),
      _ => ages.entrySet.stream.filter(_.getKey == "b").forEach(e => e.setValue(e.getValue + 1): Unit)
    ).leave(n => expect("ages", ages.values.asScala.map(_.intValue).sum, 6 * n))

  extension [A](a: A) private def pipe0[B](f: A => B): B = f(a)

  private val successes = StrangerCase("results that are kept as functions of the try"):
    var ok = 0
    val result: Try[() => Unit] = Success(() => ok += 1)
    val maybe: Option[Int => Unit] = Some(n => ok += n)
    val either: Either[String, () => Unit] = Right(() => ok += 1)
    handlers(_ => result.foreach(_()), _ => maybe.foreach(_(1)), _ => either.foreach(_()), _ => result.get())
      .leave(n => expect("ok", ok, 4 * n))

  val all: List[StrangerCase] = List(
    comparable,
    comparableTwo,
    comparableArray,
    concurrentComparable,
    concurrentComparator,
    ordered,
    numeric,
    charSequence,
    joinIterable,
    ownCollection,
    ownMap,
    suppliers,
    atomicFunctions,
    concurrentBulk,
    futureTask,
    scalaFunctions,
    orderings,
    exceptionMessage,
    stackTrace,
    closing,
    generators,
    entries,
    successes
  )
end Called
