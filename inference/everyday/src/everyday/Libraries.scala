package everyday

import java.lang.ref.WeakReference
import java.nio.{ByteBuffer, IntBuffer}
import java.util.concurrent.atomic.AtomicReference
import java.util.stream.Collector
import java.util.{ArrayList, Arrays, Collections, Optional}
import scala.collection.concurrent.TrieMap
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.jdk.FunctionConverters.*
import scala.jdk.OptionConverters.*
import scala.jdk.StreamConverters.*
import scala.util.chaining.*
import scala.util.{DynamicVariable, Using}

/** Smaller parts of Scala's and Java's libraries that hand objects on or call functions. */
object Libraries:
  private val tally = Tally()
  private val tallies = List(tally)
  private val dynamic = DynamicVariable(tally)
  private val weak = WeakReference(tally)
  private val atomic = AtomicReference(tally)
  private val trie = TrieMap("x" -> tally)
  private val bytes = new Array[Byte](8)
  private val numbers = new Array[Int](8)
  private val words = Array("b", "a")
  private val list = ArrayList(java.util.List.of(1, 2))
  private val optional = Optional.of(tally)
  private val whole = Whole(1)
  private val plain = Snapshot()

  /** Reads from another, and adds nothing. */
  private final class Through(in: java.io.InputStream) extends java.io.FilterInputStream(in)
  private final class Counting extends java.io.InputStream:
    def read(): Int = tally.add()
  private val through = Through(Counting())
  private val bufferedLines = java.io.BufferedReader(java.io.InputStreamReader(Counting()), 1)
  private val scanner = java.util.Scanner(((b: java.nio.CharBuffer) =>
    b.put('a'); b.put(' '); tally.add(); 2
  ): Readable)

  /** A case class with a variable. */
  final case class Whole(var n: Int)

  final class Snapshot extends Cloneable:
    var n = 0
    def copied: Snapshot = super.clone().asInstanceOf[Snapshot]

  final class Handle
  object Handle:
    given Using.Releasable[Handle] = _ => tally.n += 1

  private given Ordering[Tally] = (a, b) =>
    tally.n += 1
    a.n.compare(b.n)

  private def counting(n: Int): Handler =
    var seen = n
    def note(by: Int = seen): Unit = seen += by
    k =>
      List(k).foreach(_ => note())
      seen += 1
  private type Handler = String => Unit

  private def two: (Handler, Handler) =
    var n = 0
    (_ => n += 1, _ => println(n))
  private val (increments, shows) = two

  val rows: List[Row] = List(
    Row.writes("a stream of bytes of its own class around another", through)(_ => println(through.read())),
    Row.writes("a reader around an own stream of bytes", bufferedLines)(_ => println(bufferedLines.read())),
    Row.writes("a scanner around a function", scanner)(_ => println(scanner.next())),
    Row("an object that is tapped")(_ => tally.tap(_.n += 1): Unit),
    Row("an object that is piped")(_ => println(tally.pipe(_.add()))),
    Row("the value of a dynamic variable")(_ => dynamic.value.n += 1),
    Row("a dynamic variable with another value")(_ => println(dynamic.withValue(Tally())(tally.add()))),
    Row("a weak reference")(_ => Option(weak.get).foreach(_.n += 1)),
    Row("an atomic reference")(_ => atomic.get.n += 1),
    Row("an object out of a concurrent map")(k => trie(k).n += 1),
    Row("a message of an assertion"): _ =>
      try assert(false, s"${tally.add()}")
      catch case _: AssertionError => (),
    Row("a message of a requirement"): _ =>
      try require(false, s"${tally.add()}")
      catch case _: IllegalArgumentException => (),
    Row("an Either on a condition")(k => println(Either.cond(k.isEmpty, 1, tally.add()))),
    Row("an Option on a condition")(k => println(Option.when(k.nonEmpty)(tally.add()))),
    Row("an Option, or else")(k => println(Option.empty[Int].getOrElse(tally.add()))),
    Row("an iterator that continues")(_ => println(Iterator.continually(tally.add()).take(2).toList)),
    Row("a list that is filled")(_ => println(List.fill(2)(tally.add()))),
    Row("an array that is tabulated")(_ => println(Array.tabulate(2)(n => tally.add() + n).length)),
    Row("a chain of functions")(_ =>
      println(Function.chain(List[Int => Int](_ + 1, n => tally.add() + n))(1))
    ),
    Row("a partial function on a condition")(k =>
      println(PartialFunction.condOpt(k) { case s if tally.add() > 0 => s })
    ),
    Row("a resource with its own way to be closed")(_ => Using.resource(Handle())(_ => ())),
    Row("an ordering's operations"): _ =>
      import Ordering.Implicits.infixOrderingOps
      println(tally < Tally())
    ,
    Row("the smallest by an ordering")(_ => println(List(tally, Tally()).min.n)),
    Row("sorted in place"): _ =>
      println(mutable.ArrayBuffer(2, 1).sortInPlaceBy(n => tally.add() + n)),
    Row("a variable of a method that returned, with a default argument")(counting(1)),
    Row("a variable that two functions share, written")(increments),
    Row("a variable that two functions share, read")(shows),
    Row("a case class with a variable, as text")(_ => println(s"$whole")),
    Row("a case class with a variable, as a key")(k => println(mutable.HashMap(whole -> k).size)),
    Row("a case class with a variable, compared")(_ => println(whole == Whole(1))),
    Row("a case class with a variable, copied")(_ => println(whole.copy())),
    Row("a case class with a variable, in a set")(_ => println(Set(whole, Whole(2)).size)),
    Row.reads("an object that is cloned", plain)(_ => println(plain.copied)),
    Row("a list as a stream of Java's")(_ => tallies.asJavaSeqStream.forEach(_.n += 1)),
    Row("a stream of Java's as a list")(_ => tallies.asJava.stream.toScala(List).foreach(_.n += 1)),
    Row("an optional as an Option")(_ => optional.toScala.foreach(_.n += 1)),
    Row("an Option as an optional")(_ => tallies.headOption.toJava.ifPresent(t => t.n += 1)),
    Row("a function as one of Java's"): k =>
      val f = ((s: String) => tally.add() + s.length).asJava
      println(f.applyAsInt(k))
    ,
    Row.writes("an array behind a buffer of bytes", bytes)(_ => ByteBuffer.wrap(bytes).put(1.toByte): Unit),
    Row.writes("an array behind a buffer of numbers", numbers)(_ => IntBuffer.wrap(numbers).put(1): Unit),
    Row.reads("an array as a stream", numbers)(_ => println(Arrays.stream(numbers).sum())),
    Row.reads("an array in a list of Java's", words)(_ => println(java.util.List.of(words*).size)),
    Row.reads("an array as text", words)(_ => println(words.mkString)),
    Row.writes("an array sorted", words)(_ => scala.util.Sorting.quickSort(words)),
    Row.writes("an array that bytes are read to", bytes): _ =>
      java.io.ByteArrayInputStream(Array[Byte](1, 2)).read(bytes): Unit,
    Row.writes("an array that a list is copied to", numbers)(_ => List(1, 2).copyToArray(numbers): Unit),
    Row.writes("a list, its elements replaced", list)(_ => list.replaceAll(n => n + 1)),
    Row.writes("a list, some removed", list)(_ => list.removeIf(_ > 1000): Unit),
    Row.writes("a list, more added at once", list)(_ => Collections.addAll(list, 1, 2): Unit),
    Row("a collector of its own")(k =>
      println(
        java.util.stream.Stream.of(k).collect(
          Collector.of[String, ArrayList[String], Int](
            () => ArrayList[String](),
            (l, s) =>
              tally.n += 1; l.add(s): Unit
            ,
            (a, b) =>
              a.addAll(b); a
            ,
            _.size
          )
        )
      )
    ),
    Row("a value or one of a supplier")(_ =>
      println(java.util.Objects.requireNonNullElseGet[Integer](null, () => tally.add()))
    ),
    Row("a map that can be shared, computed")(k =>
      println(Collections.synchronizedMap(java.util.HashMap[String, Int]()).computeIfAbsent(
        k,
        _ => tally.add()
      ))
    ),
    Row.writes("a list that the handler has shared, and shuffles", Shelf.list): _ =>
      val mine = Shelf.newList()
      Shelf.shared.put("x", mine): Unit
      Collections.shuffle(mine)
  )

  /** Where the list comes that a handler has made. */
  object Shelf:
    val shared = java.util.concurrent.ConcurrentHashMap[String, java.util.List[Int]]()
    val list: java.util.List[Int] = ArrayList(java.util.List.of(1, 2))
    def newList(): java.util.List[Int] = ArrayList(list)
end Libraries
