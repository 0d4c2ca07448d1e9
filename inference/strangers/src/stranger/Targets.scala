package stranger

import java.io.{ByteArrayInputStream, CharArrayWriter, OutputStream, PrintStream, StringReader}
import java.nio.{ByteBuffer, CharBuffer}
import java.text.{FieldPosition, SimpleDateFormat}
import java.util.concurrent.{ArrayBlockingQueue, ConcurrentLinkedQueue, CopyOnWriteArrayList}
import java.util.regex.Pattern
import java.util.stream.{Collectors, IntStream, Stream}
import java.util.{ArrayList, Collections, Date, Formatter, HashMap, TreeMap}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** Services whose libraries write into what they are given. */
object Targets:
  /** Takes the parts of an array one after another and counts those that are not as `want` says. */
  private final class Whole[A](want: A => Boolean):
    var torn = 0
    def see(a: A): Unit = if !want(a) then torn += 1

  private val toArray = StrangerCase("lists copied into one array"):
    val page = new Array[Integer](4)
    val lists = IndexedSeq.tabulate(3)(k => java.util.List.of[Integer](k, k, k, k))
    val whole = Whole[Array[Integer]](a => a.forall(_ == a(0)))
    var shown = 0
    val show: Int => Unit = i =>
      lists(i % 3).toArray(page): Unit
      whole.see(page)
      shown += 1
    handlers(show, i => show(i + 1)).leave(n =>
      expect("torn", whole.torn, 0).orElse(expect("shown", shown, 2 * n))
    )

  private val queueToArray = StrangerCase("a concurrent queue copied into one array"):
    val jobs = ConcurrentLinkedQueue[Integer](java.util.List.of[Integer](1, 2, 3))
    val page = new Array[Integer](3)
    handlers(
      _ =>
        jobs.toArray(page)
        page(0) = page(0) + 1
        if page(0) != 2 then throw IllegalStateException(page.mkString(","))
      ,
      _ => jobs.toArray(page): Unit
    ).leave(_ => expect("jobs", jobs.size, 3))

  private val drained = StrangerCase("a blocking queue drained into a list"):
    val queue = ArrayBlockingQueue[Int](10_000)
    val done = ArrayList[Int]()
    handlers(i => queue.add(i): Unit, _ => queue.drainTo(done, 2): Unit, i => queue.drainTo(done): Unit)
      .leave(n =>
        expect("jobs", queue.size + done.size, n).orElse(expect("once", done.asScala.toSet.size, done.size))
      )

  private val streamsInto = StrangerCase("streams collected into places that exist"):
    val list = ArrayList[Int]()
    val map = TreeMap[Int, Int]()
    val groups = HashMap[Boolean, java.util.List[Int]]()
    handlers(
      i => Stream.of(i, i + 1).collect(Collectors.toCollection(() => list)): Unit,
      i =>
        val of = Stream.of(i % 5, i % 5).collect(Collectors.toMap[Int, Int, Int, TreeMap[Int, Int]](
          k => k,
          _ => 1,
          (a, b) => a + b,
          () => map
        ))
        if of ne map then throw IllegalStateException("another map")
      ,
      i =>
        Stream.of(1, 2).collect(Collectors.groupingBy[Int, Boolean, java.util.List[Int], Any, HashMap[
          Boolean,
          java.util.List[Int]
        ]](
          _ > 1,
          () => groups,
          Collectors.toList[Int].asInstanceOf[java.util.stream.Collector[Int, Any, java.util.List[Int]]]
        )): Unit
    ).leave(n => expect("list", list.size, 2 * n).orElse(expect("map", map.values.asScala.sum, 2 * n)))

  private val copyToArray = StrangerCase("a page copied to an array"):
    val page = new Array[Int](6)
    val whole = Whole[Array[Int]](a => a.forall(_ == a(0)))
    handlers(
      i =>
        List.fill(6)(i).copyToArray(page): Unit; whole.see(page)
      ,
      i =>
        Iterator.fill(6)(-i).copyToArray(page): Unit; whole.see(page)
      ,
      i =>
        mutable.ArrayBuffer.fill(6)(i).copyToArray(page, 0): Unit; whole.see(page)
    ).leave(_ => expect("torn", whole.torn, 0))

  private val addString = StrangerCase("lists added to one builder"):
    val text = StringBuilder()
    handlers(i => List(1, 2, 3).addString(text, "(", ",", ")"): Unit, i => Vector(4).addString(text): Unit)
      .leave(n => expect("length", text.length, 8 * n))

  private val replacement = StrangerCase("replacements appended to one buffer"):
    val out = java.lang.StringBuilder()
    val replace: Int => Unit = i =>
      val m = Pattern.compile("\\d").matcher("a1b2c")
      while m.find() do m.appendReplacement(out, "#"): Unit
      m.appendTail(out): Unit
    handlers(replace, replace).leave: n =>
      expect("length", out.length, 10 * n).orElse(expect("text", out.toString, "a#b#c" * (2 * n)))

  private val formatter = StrangerCase("a formatter over a builder"):
    val out = java.lang.StringBuilder()
    val formatter = Formatter(out)
    handlers(i => formatter.format("%03d;", Integer.valueOf(i)): Unit, i => out.append("xyz;"): Unit).leave:
      n =>
        expect(
          "length",
          out.length,
          8 * n
        ).orElse(require("torn", out.toString.split(';').forall(_.length == 3)))

  private val dates = StrangerCase("dates formatted into one buffer"):
    val buffer = StringBuffer()
    val print: Int => Unit = i =>
      SimpleDateFormat("yyyyMMdd").format(Date(i * 86_400_000L), buffer, FieldPosition(0)): Unit
      buffer.append('|'): Unit
    handlers(print, print).leave: n =>
      require(
        "torn",
        buffer.toString.split('|').forall(_.length == 8)
      ).orElse(expect("length", buffer.length, 18 * n))

  private val formatTo = StrangerCase("times printed to one appendable"):
    val out = java.lang.StringBuilder()
    val format = java.time.format.DateTimeFormatter.ofPattern("HH:mm")
    val print: Int => Unit = i =>
      format.formatTo(java.time.LocalTime.of(i % 24, 0), out)
      out.append('|'): Unit
    handlers(print, print).leave(n =>
      expect(
        "length",
        out.length,
        12 * n
      ).orElse(require("torn", out.toString.split('|').forall(_.length == 5)))
    )

  private val readInto = StrangerCase("a file read with one buffer"):
    val buffer = new Array[Byte](8)
    val files = IndexedSeq.tabulate(3)(k => Array.fill(8)(k.toByte))
    val whole = Whole[Array[Byte]](a => a.forall(_ == a(0)))
    var read = 0
    val load: Int => Unit = i =>
      val in = ByteArrayInputStream(files(i % 3))
      read += in.read(buffer)
      whole.see(buffer)
    handlers(load, i => load(i + 1)).leave(n =>
      expect("torn", whole.torn, 0).orElse(expect("bytes", read, 16 * n))
    )

  private val readChars = StrangerCase("a text read with one array of characters"):
    val chars = new Array[Char](5)
    val whole = Whole[Array[Char]](a => a.forall(_ == a(0)))
    handlers(
      i =>
        StringReader(i.toString.take(1) * 5).read(chars); whole.see(chars)
      ,
      _ =>
        "bbbbb".getChars(0, 5, chars, 0); whole.see(chars)
    ).leave(_ => expect("torn", whole.torn, 0))

  private val bytesOut = StrangerCase("numbers taken out of a buffer into one array"):
    val target = new Array[Byte](4)
    val whole = Whole[Array[Byte]](a => a.forall(_ == a(0)))
    handlers(
      i =>
        ByteBuffer.wrap(Array.fill(4)(i.toByte)).get(target); whole.see(target)
      ,
      i =>
        System.arraycopy(Array.fill(4)((-i).toByte), 0, target, 0, 4); whole.see(target)
    ).leave(_ => expect("torn", whole.torn, 0))

  private val wrapped = StrangerCase("a buffer over an array that is also used directly"):
    val array = new Array[Int](4)
    val buffer = java.nio.IntBuffer.wrap(array)
    handlers(
      _ => buffer.put(1, buffer.get(1) + 1): Unit,
      _ => array(1) += 1,
      _ => buffer.duplicate().put(1, array(1) + 1): Unit
    )
      .leave(n => expect("number", array(1), 3 * n))

  private val sliced = StrangerCase("a slice of a byte buffer"):
    val page = ByteBuffer.allocate(64)
    val head = page.slice(0, 8)
    val longs = page.asLongBuffer
    handlers(
      _ => head.putLong(0, head.getLong(0) + 1): Unit,
      _ => page.putLong(0, page.getLong(0) + 1): Unit,
      _ => longs.put(0, longs.get(0) + 1): Unit
    )
      .leave(n => expect("number", page.getLong(0), 3L * n))

  private val collectionsCopy = StrangerCase("a list overwritten by copies"):
    val target = ArrayList[Int](java.util.List.of(0, 0, 0, 0))
    val whole = Whole[ArrayList[Int]](a => a.asScala.forall(_ == a.get(0)))
    handlers(
      i =>
        Collections.copy(target, java.util.List.of(i, i, i, i)); whole.see(target)
      ,
      i =>
        Collections.fill(target, i); whole.see(target)
      ,
      i =>
        Collections.replaceAll(target, i, i + 1); whole.see(target)
    ).leave(_ => expect("torn", whole.torn, 0))

  private val print = StrangerCase("a print stream over a stream of one's own"):
    final class Counting extends OutputStream:
      var bytes, calls = 0
      def write(b: Int): Unit = bytes += 1
      override def write(b: Array[Byte], off: Int, len: Int): Unit =
        calls += 1
        bytes += len
    val counting = Counting()
    val out = PrintStream(counting, true)
    handlers(_ => out.print("abc"), _ => out.write("de".getBytes), _ => counting.write(1)).leave(n =>
      expect("bytes", counting.bytes, 6 * n)
    )

  private val copyBuffer = StrangerCase("buffers copied to a buffer"):
    val all = mutable.ListBuffer[Int]()
    handlers(
      i => mutable.ArrayBuffer(i, i).foreach(all += _),
      i => all ++= List(i),
      i => all.prependAll(List(i)): Unit
    )
      .leave(n => expect("items", all.size, 4 * n))

  private val toListAndOn = StrangerCase("a list buffer that is shown while it grows"):
    val items = mutable.ListBuffer[Int]()
    var shown = List.empty[Int]
    handlers(i => items += i, _ => shown = items.toList, i => items += -i)
      .leave(n =>
        expect(
          "items",
          items.toList.size,
          2 * n
        ).orElse(require("shown", shown.forall(x => items.contains(x))))
      )

  private val chars = StrangerCase("characters written and read again"):
    val out = CharArrayWriter()
    handlers(
      i => out.write("ab"),
      i => out.append('c').append("d"): Unit,
      _ => out.writeTo(CharArrayWriter())
    )
      .leave(n => expect("length", out.size, 4 * n))

  private val copyOnWrite = StrangerCase("listeners in a copy-on-write list, with what they count"):
    final class Listener:
      var calls = 0
    val listeners = CopyOnWriteArrayList[Listener](java.util.List.of(Listener(), Listener()))
    var removed = 0
    handlers(
      _ => listeners.forEach(l => l.calls += 1),
      _ => listeners.stream.limit(1).forEach(l => l.calls += 1),
      i =>
        listeners.removeIf { l =>
          removed += 1; false
        }: Unit
    ).leave(n =>
      expect("calls", listeners.asScala.map(_.calls).sum, 3 * n).orElse(expect("asked", removed, 2 * n))
    )

  private val charBuffer = StrangerCase("a text read out of a character buffer"):
    val buffer = CharBuffer.wrap("0123456789" * 100)
    val seen = mutable.ArrayBuffer[Int]()
    val read: Int => Unit = _ =>
      val at = buffer.position
      if buffer.hasRemaining && buffer.get() != ('0' + at % 10).toChar then
        throw IllegalStateException(s"torn at $at")
      seen += at
    handlers(read, read).leave(n => expect("positions", seen.toSet.size, 2 * n))

  private val randomBytes = StrangerCase("random bytes into one array"):
    val random = java.util.Random(5)
    val bytes = new Array[Byte](4)
    val seen = mutable.ArrayBuffer[Int]()
    val next: Int => Unit = _ =>
      random.nextBytes(bytes)
      seen += ByteBuffer.wrap(bytes).getInt()
    handlers(next, next).leave: n =>
      val (other, b) = (java.util.Random(5), new Array[Byte](4))
      expect("numbers", seen.toList, List.fill(2 * n) { other.nextBytes(b); ByteBuffer.wrap(b).getInt() })

  private val prefix = StrangerCase("an array of one's own sorted and searched"):
    val points = Array.tabulate(16)(i => i * 2)
    val ranks = IntStream.range(0, 4).toArray
    handlers(
      i =>
        points(i % 16) += 32; java.util.Arrays.sort(points)
      ,
      _ => if java.util.Arrays.binarySearch(points, points(0)) < 0 then throw IllegalStateException("lost"),
      i => ranks.transform0(_ + 1)
    ).leave(n => expect("points", points.sum, 240 + 32 * n).orElse(expect("ranks", ranks.sum, 6 + 4 * n)))

  extension (a: Array[Int]) private def transform0(f: Int => Int): Unit = for i <- a.indices do a(i) = f(a(i))

  val all: List[StrangerCase] = List(
    toArray,
    queueToArray,
    drained,
    streamsInto,
    copyToArray,
    addString,
    replacement,
    formatter,
    dates,
    formatTo,
    readInto,
    readChars,
    bytesOut,
    wrapped,
    sliced,
    collectionsCopy,
    print,
    copyBuffer,
    toListAndOn,
    chars,
    copyOnWrite,
    charBuffer,
    randomBytes,
    prefix
  )
end Targets
