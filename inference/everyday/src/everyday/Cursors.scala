package everyday

import java.io.{ByteArrayInputStream, StringReader}
import java.util.stream.Stream
import java.util.{Enumeration, Iterator as JavaIterator, Scanner, StringTokenizer}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** Iterators and the like that handlers share: who takes an element changes them. */
object Cursors:
  final class Session(val ids: Iterator[Int])

  final class Feed:
    var ids: Iterator[Int] = Iterator.from(1)
    var rows: JavaIterator[Int] = JavaIterators.from(1)
    var all: Enumeration[Int] = JavaIterators.enumerationFrom(1)
    var lines: Stream[Int] = Stream.iterate(1, _ + 1)

  private val byName = mutable.Map("x" -> Iterator.from(1))
  private val ids = byName("x")
  private val javaByName = java.util.HashMap[String, JavaIterator[Int]]()
  private val rows = JavaIterators.from(1)
  javaByName.put("x", rows)
  private val sessions = mutable.Map("x" -> Session(ids))
  private val array = Array(ids)
  private val held = List(Some(ids))
  private val feed = Feed()
  private val filtered = Iterator.from(1).filter(_ % 2 == 0)
  private val all = JavaIterators.enumerationFrom(1)
  private val numbers = mutable.Map("x" -> JavaIterators.primitive())
  private val anyNumbers = numbers("x")
  private val splits = java.util.HashMap[String, java.util.Spliterator[Int]]()
  private val split = List(1, 2, 3).asJava.spliterator
  splits.put("x", split)
  private val scanners = mutable.Map("x" -> Scanner("a b c d e"))
  private val scanner = scanners("x")
  private val tokens = mutable.Map("x" -> StringTokenizer("a b c d e"))
  private val tokenizer = tokens("x")
  private val matchers = mutable.Map("x" -> java.util.regex.Pattern.compile("a").matcher("aaaa"))
  private val matcher = matchers("x")
  private val inputs = mutable.Map("x" -> ByteArrayInputStream(Array[Byte](1, 2, 3)))
  private val input = inputs("x")
  private val readers = mutable.Map("x" -> StringReader("abc"))
  private val reader = readers("x")
  private val buffers = mutable.Map("x" -> java.nio.ByteBuffer.allocate(64))
  private val buffer = buffers("x")
  private val texts = mutable.Map("x" -> java.nio.CharBuffer.allocate(64))
  private val text = texts("x")
  private val generators =
    mutable.Map("x" -> java.util.random.RandomGenerator.of("L64X128MixRandom"))
  private val generator = generators("x")
  private var anyGenerator = generator
  private val splittable = mutable.Map("x" -> java.util.SplittableRandom(1))
  private val oneSplittable = splittable("x")
  private val list = mutable.ArrayBuffer(1, 2, 3)
  private val lists = mutable.Map("x" -> list)
  private val javaList = java.util.ArrayList(java.util.List.of(1, 2, 3))
  private val javaLists = java.util.HashMap[String, java.util.List[Int]]()
  javaLists.put("x", javaList)

  val rowsOfMaps: List[Row] = List(
    Row.writes("an iterator out of a map", ids)(k => byName(k).next(): Unit),
    Row.writes("an iterator out of a map, if there is one", ids)(k => byName.get(k).foreach(_.next())),
    Row.writes("an iterator out of a map of Java's", rows)(k => javaByName.get(k).next(): Unit),
    Row.writes("an iterator of an object out of a map", ids)(k => sessions(k).ids.next(): Unit),
    Row.writes("an iterator out of an array", ids)(_ => array(0).next(): Unit),
    Row.writes("a part of an iterator out of a map", ids)(k => byName(k).take(2).foreach(_ => ())),
    Row.writes("an iterator out of a map, added to a list", ids): k =>
      val found = mutable.ArrayBuffer[Int]()
      found ++= byName(k).take(2)
    ,
    Row.writes("an iterator of numbers out of a map", anyNumbers)(k => numbers(k).nextInt(): Unit),
    Row.writes("a spliterator out of a map", split)(k => splits.get(k).tryAdvance(_ => ()): Unit),
    Row.writes("a scanner out of a map", scanner)(k => if scanners(k).hasNext then scanners(k).next(): Unit),
    Row.writes("a tokenizer out of a map", tokenizer)(k => tokens(k).hasMoreTokens: Unit),
    Row.writes("a matcher out of a map", matcher)(k => matchers(k).find(): Unit),
    Row.writes("a stream of bytes out of a map", input)(k => inputs(k).read(): Unit),
    Row.writes("a reader out of a map", reader)(k => readers(k).read(): Unit),
    Row.writes("a buffer of bytes out of a map", buffer)(k => buffers(k).get(): Unit),
    Row.writes("a buffer of characters out of a map", text)(k => texts(k).get(): Unit),
    Row.writes("a generator of random numbers out of a map", generator)(k => generators(k).nextInt(): Unit),
    Row.writes("a generator of random numbers in a variable", generator)(_ => anyGenerator.nextInt(): Unit),
    Row.writes("a splittable generator out of a map", oneSplittable)(k => splittable(k).nextInt(): Unit)
  )

  val rowsOfVariables: List[Row] = List(
    Row.writes("an iterator in a variable, the next ones", feed.ids)(_ => feed.ids.take(5).toList: Unit),
    Row.writes("an iterator in a variable, without some", feed.ids)(_ => feed.ids.drop(5): Unit),
    Row.writes("an iterator in a variable, into a list", feed.ids): _ =>
      List.from(feed.ids.take(3)): Unit,
    Row.writes("an iterator in a variable, put together with another", feed.ids): _ =>
      Iterator(1, 2).zip(feed.ids).foreach(_ => ()),
    Row.writes("an iterator in a variable, mapped", feed.ids)(_ => feed.ids.map(_ + 1).next(): Unit),
    Row.writes("an iterator in a variable, looked through", feed.ids)(_ => feed.ids.exists(_ % 7 == 0): Unit),
    Row.writes("an iterator of Java's in a variable, as Scala's", feed.rows)(_ =>
      feed.rows.asScala.next(): Unit
    ),
    Row.writes("an iterator in a variable, as Java's", feed.ids)(_ => feed.ids.asJava.next(): Unit),
    Row.writes("a stream in a variable, limited", feed.lines)(_ => feed.lines.limit(2).toList: Unit),
    Row.writes("an enumeration in a val, as Scala's", all)(_ => all.asScala.next(): Unit),
    Row.writes("a mapped buffer of bytes, by its own type", Mapped.buffer)(_ => Mapped.buffer.get(): Unit)
  )

  /** Iterators that a handler has captured call functions that nobody knows. */
  val captured: List[Row] = List(
    Row.writes("an iterator in an option in a list", ids)(_ => held.flatten.foreach(_.next())),
    Row.writes("an iterator with a condition in a val, whether there is more", filtered)(_ =>
      filtered.hasNext: Unit
    ),
    Row.writes("an iterator with a condition in a val, whether it is empty", filtered)(_ =>
      filtered.isEmpty: Unit
    ),
    Row.writes("an iterator in a val, the next ones", ids)(_ => ids.take(2).toList: Unit),
    Row.writes("an iterator in a val, added to a list", ids): _ =>
      val found = mutable.ArrayBuffer[Int]()
      found ++= ids.take(2)
    ,
    Row.writes("an iterator of Java's in a val, as Scala's", rows)(_ => rows.asScala.take(2).toList: Unit)
  )

  /** There are own enumerations in the application, one of which calls a function that nobody knows. */
  val enumerations: List[Row] = List(
    Row.writes("an enumeration in a variable, as Scala's", feed.all)(_ => feed.all.asScala.next(): Unit),
    Row.writes("an enumeration in a variable, as an iterator", feed.all)(_ =>
      feed.all.asIterator.next(): Unit
    )
  )

  /** Iterators that the handler gets of a collection change nothing. */
  val reading: List[Row] = List(
    Row.reads("a list out of a map, by its iterator", list)(k => lists(k).iterator.next(): Unit),
    Row.reads("a list out of a map of Java's, by its iterator", javaList)(k =>
      javaLists.get(k).iterator.next(): Unit
    ),
    Row.reads("a list out of a map of Java's, by a stream", javaList): k =>
      javaLists.get(k).stream.mapToInt(i => i).sum(): Unit,
    Row.reads("a list out of a map, by its iterator, mapped", list): k =>
      lists(k).iterator.map(_ + 1).take(2).toList: Unit,
    Row.reads("a list out of a map of Java's, by a loop", javaList): k =>
      var sum = 0
      val it = javaLists.get(k).iterator
      while it.hasNext do sum += it.next()
  )

  /** What an iterator removes is gone from the collection. */
  val removers: List[Row] = List(
    Row.writes("a list out of a map of Java's, by its iterator, removed from", javaList): k =>
      val it = javaLists.get(k).iterator
      if it.hasNext then
        it.next(): Unit
        if k.isEmpty then it.remove()
    ,
    Row.writes("a list in a val, by its iterator, removed from", javaList): k =>
      val it = javaList.iterator
      if it.hasNext then
        it.next(): Unit
        if k.isEmpty then it.remove()
    ,
    Row.writes("a list out of a map of Java's, by its iterator, set", javaList): k =>
      val it = javaLists.get(k).listIterator
      if it.hasNext then it.set(it.next())
  )

  val changing: List[Row] = rowsOfMaps ++ rowsOfVariables ++ removers
end Cursors

object Mapped:
  private val file = java.nio.file.Files.createTempFile("everyday", ".bin")
  val buffer: java.nio.MappedByteBuffer =
    val channel = java.nio.channels.FileChannel.open(
      file,
      java.nio.file.StandardOpenOption.READ,
      java.nio.file.StandardOpenOption.WRITE,
      java.nio.file.StandardOpenOption.DELETE_ON_CLOSE
    )
    try channel.map(java.nio.channels.FileChannel.MapMode.READ_WRITE, 0, 64)
    finally channel.close()

object JavaIterators:
  def from(first: Int): JavaIterator[Int] = Stream.iterate(first, _ + 1).iterator
  def primitive(): java.util.PrimitiveIterator.OfInt = java.util.stream.IntStream.range(1, 1000).iterator
  def enumerationFrom(first: Int): Enumeration[Int] =
    java.util.Collections.enumeration(java.util.Collections.nCopies(1000, first))
