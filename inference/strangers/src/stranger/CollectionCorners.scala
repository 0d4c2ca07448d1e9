package stranger

import scala.collection.immutable.{SortedMap, TreeSeqMap}
import scala.collection.{AbstractIterator, mutable}
import scala.jdk.CollectionConverters.*
import scala.util.{Try, Using}

/** Services that use the corners of Scala's collections. */
object CollectionCorners:
  private val keySets = StrangerCase("a live key set of a map in a field"):
    final class Users:
      private val byName = mutable.HashMap[String, Int]()
      private val names = byName.keySet
      private val ages = byName.values
      var checks = 0
      def add(i: Int): Unit = if !names.contains(s"u$i") then byName(s"u$i") = 1
      def older(): Unit =
        byName.mapValuesInPlace((_, n) => n + 1)
        checks += 1
      def count: Int = names.size
      def most: Int = ages.maxOption.getOrElse(0)
    val users = Users()
    handlers(i => users.add(i % 20), i => users.add(i % 25), _ => users.older())
      .leave(n =>
        expect("users", users.count, n.min(25)).orElse(expect("checks", users.checks, n))
          .orElse(require("oldest", users.most <= n + 1))
      )

  private val mappedView = StrangerCase("a view that counts what it shows"):
    val prices = mutable.LinkedHashMap("a" -> 1, "b" -> 2)
    var shown = 0
    val gross = prices.view.mapValues { p =>
      shown += 1; p * 2
    }
    var sum = 0
    handlers(_ => sum += gross("a"), _ => sum += gross.values.sum, i => prices("c") = i)
      .leave(n =>
        expect("shown", shown >= 3 * n && shown <= 4 * n, true).orElse(require("sum", sum >= 8 * n))
      )

  private val buffered = StrangerCase("a buffered iterator peeked at"):
    val numbers = Iterator.from(0).buffered
    val (even, odd) = (mutable.HashSet[Int](), mutable.HashSet[Int]())
    val take: Int => Unit = _ =>
      if numbers.head % 2 == 0 then even += numbers.next() else odd += numbers.next()
    handlers(take, take).leave(n =>
      expect("numbers", even.size + odd.size, 2 * n)
        .orElse(require("parted", even.forall(_ % 2 == 0) && odd.forall(_ % 2 == 1)))
    )

  private val ownIterator = StrangerCase("an iterator of one's own, in a for"):
    final class Countdown(var n: Int) extends AbstractIterator[Int]:
      var steps = 0
      def hasNext: Boolean = n > 0
      def next(): Int =
        n -= 1
        steps += 1
        n
    val down = Countdown(100_000)
    var seen = 0
    handlers(_ => for i <- down.take(3) do seen += 1, _ => seen += down.slice(0, 2).size)
      .leave(n => expect("seen", seen, 5 * n).orElse(expect("steps", down.steps, seen)))

  private val ownIterable = StrangerCase("an iterable that counts its iterations"):
    final class Numbers(items: List[Int]) extends Iterable[Int]:
      var iterations = 0
      def iterator: Iterator[Int] =
        iterations += 1
        items.iterator
    val numbers = Numbers(List(1, 2, 3))
    var sum = 0
    handlers(_ => sum += numbers.foldLeft(0)(_ + _), _ => for n <- numbers if n > 2 do sum += n)
      .leave(n => expect("iterations", numbers.iterations, 2 * n).orElse(expect("sum", sum, 9 * n)))

  private val ownMap = StrangerCase("a mutable map of one's own"):
    final class Counts extends mutable.AbstractMap[String, Int]:
      private var items = List.empty[(String, Int)]
      def get(key: String): Option[Int] = items.collectFirst { case (`key`, n) => n }
      def iterator: Iterator[(String, Int)] = items.iterator
      def addOne(kv: (String, Int)): this.type =
        items = kv :: items.filterNot(_(0) == kv(0))
        this
      def subtractOne(key: String): this.type =
        items = items.filterNot(_(0) == key)
        this
    val counts = Counts()
    handlers(
      i => counts(s"k${i % 3}") = counts.getOrElse(s"k${i % 3}", 0) + 1,
      i => counts.updateWith("k0")(n => Some(n.fold(1)(_ + 1))): Unit,
      i => counts.getOrElseUpdate(s"k${i % 3}", 0): Unit
    ).leave(n => expect("sum", counts.values.sum, 2 * n))

  private val history = StrangerCase("a buffer that keeps only the last"):
    final class History(limit: Int) extends mutable.ArrayBuffer[Int]:
      var forgotten = 0
      override def addOne(i: Int): this.type =
        super.addOne(i)
        if size > limit then
          val _ = remove(0)
          forgotten += 1
        this
    val history = History(10)
    handlers(i => history += i, i => history.addOne(-i): Unit)
      .leave(n => expect("items", history.size + history.forgotten, 2 * n))

  private val sortedBySideEffect = StrangerCase("sorting by a key that is looked up and remembered"):
    val weights = mutable.HashMap[String, Int]()
    var lookups = 0
    def weight(s: String): Int = weights.getOrElseUpdate(s, { lookups += 1; s.length })
    var best = ""
    handlers(
      i => best = List(s"a$i", "bb", s"cccc$i").sortBy(weight).last,
      i => best = List("x", s"yy$i").maxBy(weight)
    ).leave(_ => expect("lookups", lookups, weights.size))

  private val groups = StrangerCase("orders grouped and their sums kept"):
    final case class Order(customer: Int, total: Int)
    val sums = mutable.SortedMap[Int, Int]()
    val take: Int => Unit = i =>
      val orders = List.tabulate(4)(k => Order((i + k) % 3, k))
      for (customer, of) <- orders.groupBy(_.customer) do
        sums.updateWith(customer)(old => Some(old.getOrElse(0) + of.map(_.total).sum))
    handlers(take, take).leave(n => expect("sum", sums.values.sum, 12 * n))

  private val sortedVar = StrangerCase("a sorted immutable map in a field, cut off"):
    final class Log:
      private var entries = SortedMap[Int, String]()
      private var dropped = 0
      def add(at: Int): Unit =
        entries += at -> s"e$at"
        if entries.size > 12 then
          val (old, rest) = entries.splitAt(entries.size - 8)
          dropped += old.size
          entries = rest
      def total: Int = entries.size + dropped
    val log = Log()
    handlers(i => log.add(i * 2), i => log.add(i * 2 + 1)).leave(n =>
      require(s"entries ${log.total}", log.total >= 2 * n)
    )

  private val seqMap = StrangerCase("menu kept in the order of insertion"):
    var menu = TreeSeqMap.empty[String, Int]
    handlers(i => menu = menu.updated(s"dish$i", i), i => menu += s"wine$i" -> i).leave(n =>
      expect("menu", menu.size, 2 * n)
    )

  private val resources = StrangerCase("resources of a manager"):
    var (opened, closed) = (0, 0)
    final class Resource extends AutoCloseable:
      opened += 1
      def close(): Unit = closed += 1
    val use: Int => Unit = i =>
      Using.Manager: use =>
        val (a, b) = (use(Resource()), use(Resource()))
        if i % 3 == 0 then throw Rejected("half way")
      : Unit
    handlers(use, _ => Using(Resource())(_ => ()): Unit)
      .leave(n => expect("opened", opened, 3 * n).orElse(expect("closed", closed, 3 * n)))

  private val tries = StrangerCase("a failure that is handled by a partial function"):
    var (recovered, ok) = (0, 0)
    val parse: Int => Unit = i =>
      Try((if i % 2 == 0 then "x" else i.toString).toInt)
        .map { n =>
          ok += 1; n
        }
        .recover { case _: NumberFormatException => recovered += 1; 0 }
        .foreach(_ => ())
    handlers(parse, parse).leave(n => expect("calls", ok + recovered, 2 * n))

  private val aggregators = StrangerCase("a mutable aggregate folded into"):
    val totals = mutable.Map[Char, Int]()
    handlers(
      i => s"order$i".foldLeft(totals)((m, c) => m += c -> (m.getOrElse(c, 0) + 1)): Unit,
      _ => "abc".foreach(c => totals(c) = totals.getOrElse(c, 0) + 1)
    ).leave(n => expect("characters", totals.values.sum, (0 until n).map(i => s"order$i".length).sum + 3 * n))

  private val tails = StrangerCase("a queue of functions that are made and run"):
    val tasks = mutable.Queue[() => Unit]()
    var (made, run) = (0, 0)
    val make: Int => Unit = i =>
      made += 1
      tasks.enqueue(() => run += 1)
    val work: Int => Unit = _ => if tasks.nonEmpty then tasks.dequeue()()
    handlers(make, work).leave(_ => expect("tasks", tasks.size + run, made))

  private val arrayOps = StrangerCase("an array of records mapped in place"):
    final case class Score(name: String, points: Int)
    val scores = Array(Score("a", 0), Score("b", 0), Score("c", 0))
    handlers(
      _ => scores.mapInPlace(s => s.copy(points = s.points + 1)): Unit,
      i => scores.update(i % 3, scores(i % 3).copy(points = scores(i % 3).points + 1)),
      _ => scores.sortInPlaceBy(_.points): Unit
    ).leave(n =>
      expect(
        "points",
        scores.map(_.points).sum,
        4 * n
      ).orElse(expect("names", scores.map(_.name).toSet.size, 3))
    )

  private val javaInScala = StrangerCase("a Java list seen as a Scala buffer"):
    val list = java.util.ArrayList[Int]()
    val buffer = list.asScala
    val back = mutable.ArrayBuffer[Int]()
    val javaBack = back.asJava
    handlers(i => buffer += i, i => list.add(i): Unit, i => javaBack.add(i): Unit, i => back.append(i): Unit)
      .leave(n => expect("list", list.size, 2 * n).orElse(expect("back", back.size, 2 * n)))

  private val unfold = StrangerCase("pages unfolded from a cursor"):
    var cursor = 0
    val pages = mutable.ListBuffer[List[Int]]()
    val load: Int => Unit = _ =>
      pages += List.unfold(3): left =>
        Option.when(left > 0):
          cursor += 1
          (cursor, left - 1)
    handlers(load, load).leave(n =>
      expect("cursor", cursor, 6 * n).orElse(expect("distinct", pages.flatten.toSet.size, 6 * n))
    )

  private val tabulated = StrangerCase("ids made by fill and tabulate"):
    var next = 0
    def id(): Int =
      next += 1; next
    val given_ = mutable.ArrayBuffer[Int]()
    handlers(
      _ => given_ ++= List.fill(2)(id()),
      _ => given_ ++= Iterator.continually(id()).take(3),
      _ => given_ ++= Vector.tabulate(1)(_ => id())
    )
      .leave(n => expect("ids", given_.toSet.size, 6 * n))

  private val updatedInside = StrangerCase("buffers inside an immutable map that is rebuilt"):
    var lists = Map.empty[Int, mutable.ListBuffer[Int]]
    val add: Int => Unit = i =>
      lists.get(i % 3) match
        case Some(list) => list += i
        case None => lists = lists.updated(i % 3, mutable.ListBuffer(i))
    handlers(add, i => lists.valuesIterator.foreach(l => if l.size > 1 then l.update(0, l.head)), add)
      .leave(n => expect("items", lists.values.map(_.size).sum, 2 * n))

  private val zipped = StrangerCase("two buffers walked together"):
    val (names, points) = (mutable.ArrayBuffer("a", "b"), mutable.ArrayBuffer(0, 0))
    handlers(
      i =>
        names += s"n$i"; points += 0
      ,
      _ => for ((_, p), at) <- names.lazyZip(points).toList.zipWithIndex.take(2) do points(at) = p + 1,
      _ => if names.size != points.size then throw IllegalStateException("torn")
    ).leave(n => expect("names", names.size, n + 2).orElse(expect("points", points.sum, 2 * n)))

  private val callByNeed = StrangerCase("a lazy val of each object, made once"):
    var made = 0
    final class Page(id: Int):
      lazy val html: mutable.StringBuilder =
        made += 1
        mutable.StringBuilder(s"<$id>")
    val pages = IndexedSeq.tabulate(5)(Page(_))
    handlers(i => pages(i % 5).html.append("a"): Unit, i => pages(i % 5).html ++= "b")
      .leave(n => expect("made", made, 5).orElse(expect("text", pages.map(_.html.length).sum, 15 + 2 * n)))

  val all: List[StrangerCase] = List(
    keySets,
    mappedView,
    buffered,
    ownIterator,
    ownIterable,
    ownMap,
    history,
    sortedBySideEffect,
    groups,
    sortedVar,
    seqMap,
    resources,
    tries,
    aggregators,
    tails,
    arrayOps,
    javaInScala,
    unfold,
    tabulated,
    updatedInside,
    zipped,
    callByNeed
  )
end CollectionCorners
