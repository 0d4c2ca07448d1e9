package stranger

import java.util.stream.IntStream
import java.util.{Arrays, IntSummaryStatistics, LongSummaryStatistics, OptionalInt, StringJoiner}
import scala.collection.mutable
import scala.reflect.ClassTag

/** Metrics, histograms, geographic bins and other things made of arrays. */
object Telemetry:
  final class Histogram(bounds: Int*):
    private val buckets = new Array[Long](bounds.size + 1)
    private var sum = 0L
    def record(x: Int): Unit =
      val at = bounds.indexWhere(x < _) match
        case -1 => bounds.size
        case i => i
      buckets(at) += 1
      sum += x
    def count: Long = buckets.sum
    def total: Long = sum

  private val histogram = StrangerCase("a histogram"):
    val h = Histogram(10, 20, 40)
    handlers(i => h.record(i), _ => h.record(3))
      .leave(n => expect("count", h.count, 2L * n).orElse(expect("sum", h.total, n * (n - 1L) / 2 + 3L * n)))

  private val statistics = StrangerCase("statistics of the JDK"):
    val (ints, longs) = (IntSummaryStatistics(), LongSummaryStatistics())
    handlers(i => ints.accept(i), i => longs.accept(i.toLong), i => ints.accept(-i)).leave: n =>
      expect("ints", ints.getCount, 2L * n).orElse(expect("longs", longs.getCount, n.toLong))
        .orElse(expect("sum", ints.getSum, 0L))

  private val average = StrangerCase("a moving average in two variables"):
    var sum, count = 0
    handlers(
      i =>
        sum += i; count += 1
      ,
      _ =>
        if count > 1 then
          sum -= sum / count; count -= 1
        else
          sum += 1; count += 1
    ).leave(_ => require("never negative", count >= 0 && sum >= 0))

  private val labelled = StrangerCase("counters by label made on demand"):
    final class Counter:
      private var n = 0L
      def +=(k: Long): Unit = n += k
      def value: Long = n
    object Metrics:
      private val counters = mutable.HashMap[String, Counter]()
      def apply(name: String, label: String): Counter = counters.getOrElseUpdate(s"$name{$label}", Counter())
      def total: Long = counters.values.map(_.value).sum
    handlers(i => Metrics("requests", s"${i % 4}") += 1, i => Metrics("errors", s"${i % 2}") += 2)
      .leave(n => expect("total", Metrics.total, 3L * n))

  private val geo = StrangerCase("geographic bins by tile"):
    final case class Tile(x: Int, y: Int)
    val bins = mutable.HashMap[Tile, Int]()
    def tile(lat: Double, lon: Double): Tile = Tile((lat / 10).toInt, (lon / 10).toInt)
    val visit: Int => Unit = i =>
      val t = tile(i % 50, i * 3 % 70)
      bins.put(t, bins.getOrElse(t, 0) + 1): Unit
    handlers(visit, visit).leave(n => expect("visits", bins.values.sum, 2 * n))

  private val grid = StrangerCase("a grid of arrays with neighbours"):
    val grid = Array.ofDim[Int](8, 8)
    val drop: Int => Unit = i =>
      val (x, y) = (i % 8, i / 8 % 8)
      grid(x)(y) += 4
      for (dx, dy) <- Seq((0, 1), (1, 0)); (nx, ny) = (x + dx, y + dy) if nx < 8 && ny < 8 do
        grid(nx)(ny) += 1
        grid(x)(y) -= 1
    handlers(drop, i => drop(i * 5)).leave(n => expect("sand", grid.map(_.sum).sum, 8 * n))

  private val bulk = StrangerCase("an array changed as a whole"):
    val cells = new Array[Int](32)
    handlers(
      _ => Arrays.setAll(cells, k => cells(k) + 1),
      i => Arrays.fill(cells, i % 8, i % 8 + 1, cells(i % 8) + 1),
      _ => Array.copy(cells, 0, cells, 16, 16)
    ).leave(_ => require("halves are alike or the first is ahead", (0 until 16).forall(k => cells(k) >= 0)))

  private val rotated = StrangerCase("an array rotated with System.arraycopy"):
    val ring = Array.tabulate(10)(identity)
    val rotate: Int => Unit = _ =>
      val first = ring(0)
      System.arraycopy(ring, 1, ring, 0, ring.length - 1)
      ring(ring.length - 1) = first
    val swap: Int => Unit = i =>
      val (a, b) = (i % 10, i * 3 % 10)
      val x = ring(a)
      ring(a) = ring(b)
      ring(b) = x
    handlers(rotate, swap).leave(_ => expect("numbers", ring.sorted.toList, List.range(0, 10)))

  final class Grow[A: ClassTag]:
    private var items = new Array[A](2)
    private var used = 0
    def +=(a: A): Unit =
      if used == items.length then
        items = Arrays.copyOf(items.asInstanceOf[Array[AnyRef]], used * 2).asInstanceOf[Array[A]]
      items(used) = a
      used += 1
    def size: Int = used
    def toList: List[A] = items.take(used).toList

  private val growing = StrangerCase("a generic array that grows"):
    val samples = Grow[String]()
    handlers(i => samples += s"a$i", i => samples += s"b$i")
      .leave(n =>
        expect("samples", samples.toList.toSet.size, 2 * n).orElse(expect("size", samples.size, 2 * n))
      )

  private val bits = StrangerCase("flags packed in a long"):
    var word = 0L
    var set = 0
    val turn: Int => Unit = i =>
      val mask = 1L << (i % 64)
      if (word & mask) == 0 then set += 1 else set -= 1
      word ^= mask
    handlers(turn, i => turn(i * 7)).leave(_ => expect("bits", java.lang.Long.bitCount(word), set))

  private val joined = StrangerCase("names joined"):
    val joiner = StringJoiner(",")
    handlers(i => joiner.add(s"n$i"): Unit, i => joiner.add("x"): Unit)
      .leave(n => expect("names", joiner.toString.split(',').length, 2 * n))

  private val streams = StrangerCase("sums of a stream into captured variables"):
    var total = 0
    val squares = new Array[Int](10)
    handlers(
      i => total += IntStream.rangeClosed(1, 4).map(x => x * 2).sum(),
      _ => IntStream.range(0, 10).forEach(k => squares(k) += k),
      _ => total += IntStream.of(squares*).max().orElse(0) * 0
    ).leave(n => expect("total", total, 20 * n).orElse(expect("squares", squares.sum, 45 * n)))

  private val optional = StrangerCase("the highest so far in an optional"):
    var highest = OptionalInt.empty()
    var raised = 0
    val see: Int => Unit = i =>
      if highest.isEmpty || highest.getAsInt < i then
        highest = OptionalInt.of(i)
        raised += 1
    handlers(see, i => see(i + 3)).leave: n =>
      expect(
        "highest",
        highest.getAsInt,
        n + 2
      ).orElse(require(s"raised $raised", raised >= 1 && raised <= n + 3))

  private val reservoir = StrangerCase("a sample with a seeded generator"):
    val random = scala.util.Random(7)
    val sample = mutable.ArrayBuffer[Int]()
    var seen = 0
    val see: Int => Unit = i =>
      seen += 1
      if sample.size < 10 then sample += i
      else
        val at = random.nextInt(seen)
        if at < 10 then sample(at) = i
    handlers(see, see).leave(n =>
      expect("seen", seen, 2 * n).orElse(expect("sample", sample.size, (2 * n).min(10)))
    )

  private val percentiles = StrangerCase("latencies sorted in place and cut"):
    val latencies = mutable.ArrayBuffer[Int]()
    var cut = 0
    handlers(
      i => latencies += i * 37 % 101,
      _ =>
        latencies.sortInPlace()
        if latencies.size > 20 then
          latencies.dropRightInPlace(1)
          cut += 1
    ).leave(n => expect("latencies", latencies.size + cut, n))

  private val levels = StrangerCase("levels that carry a counter"):
    enum Level(val weight: Int):
      case Low extends Level(1)
      case High extends Level(10)
      var count = 0
      def hit(): Unit = count += weight
    handlers(i => Level.fromOrdinal(i % 2).hit(), _ => Level.High.hit()).leave: n =>
      val low = (0 until n).count(_ % 2 == 0)
      val weights = low + (n - low) * 10 + 10 * n
      val got = Level.values.map(_.count).sum
      Level.values.foreach(_.count = 0)
      expect("weights", got, weights)

  private val windows = StrangerCase("a window of pairs by sliding"):
    var samples = Vector(0)
    var rises = 0
    val add: Int => Unit = i =>
      samples = (samples :+ i % 17).takeRight(8)
      rises += samples.sliding(2).count { case Seq(a, b) => a <= b; case _ => false }.min(1)
    handlers(add, add).leave: n =>
      expect("samples", samples.size, (2 * n + 1).min(8)).orElse(require("counted", rises <= 2 * n))

  private val sketch = StrangerCase("a count-min sketch as one flat array"):
    final class Sketch(rows: Int, columns: Int):
      private val cells = new Array[Short](rows * columns)
      private inline def cell(row: Int, key: Int): Int =
        row * columns + Math.floorMod(key * (row * 2 + 31), columns)
      def add(key: Int): Unit =
        var row = 0
        while row < rows do
          val at = cell(row, key)
          cells(at) = (cells(at) + 1).toShort
          row += 1
      def estimate(key: Int): Int = (0 until rows).map(r => cells(cell(r, key)).toInt).min
      def sum: Int = cells.map(_.toInt).sum
    val sketch = Sketch(3, 16)
    handlers(i => sketch.add(i), i => sketch.add(i % 3)).leave(n => expect("sum", sketch.sum, 6 * n))

  val all: List[StrangerCase] = List(
    histogram,
    statistics,
    average,
    labelled,
    geo,
    grid,
    bulk,
    rotated,
    growing,
    bits,
    joined,
    streams,
    optional,
    reservoir,
    percentiles,
    levels,
    windows,
    sketch
  )
end Telemetry
