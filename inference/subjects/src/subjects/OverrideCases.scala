package subjects

import eddy.state.{AccessKind, SharedMap}

import subjects.Expected.*
import subjects.Given.anyAccount

/** Classes of the application that override methods of the library, which calls them: it passes their
  * results on, and their effects happen too where only the library's type of the object is known.
  */
object OverrideCases:
  private def accounts() =
    val m = SharedMap[String, Account]()
    m.put("a", Account())
    m
  private val names = List("a", "b")
  private val noted = writesStatic("subjects.Noted$", "n")

  val all: List[Case] = List(
    Case(
      "the elements of a collection of the application's own",
      a =>
        val till = Till()
        val ledger = Ledger(till)
        a.on(_ => ledger.foreach(x => println(x.add(1))))
        exactly(writes(till))
    ),
    Case(
      "the elements of an object that is a collection",
      a =>
        a.on(_ => println(Everyone.map(_.add(1)).sum))
        exactly(writes(Everyone.first))
    ),
    Case(
      "the elements of a Java collection of the application's own, which it passes to a function",
      a =>
        val till = Till()
        val ledger = JavaLedger(till)
        a.on(_ => println(java.util.stream.StreamSupport.stream(ledger, false).mapToInt(_.add(1)).sum))
        exactly(writes(till))
    ),
    Case(
      "a function object of the application's, made in the handler",
      a =>
        val till = Till()
        a.on(_ => names.map(Finder(till)).foreach(x => println(x.add(1))))
        exactly(writes(till))
    ),
    Case(
      "a function object of the application's, captured",
      a =>
        val till = Till()
        val finder = Finder(till)
        a.on(_ => names.map(finder).foreach(x => println(x.add(1))))
        exactly(writes(till))
    ),
    Case(
      "a partial function run with another",
      a =>
        val m = accounts()
        a.on: r =>
          val find: PartialFunction[String, Account] = { case s => m.getOrElse(s, Account()) }
          println(find.runWith(x => println(x.add(1)))(r.path))
        exactly(reads(m), anyAccount)
    ),
    Case(
      "a partial function after another, lifted",
      a =>
        val m = accounts()
        a.on: r =>
          val find: PartialFunction[String, Account] = { case s => m.getOrElse(s, Account()) }
          println(find.andThen(_.add(1)).lift(r.path))
        exactly(reads(m), anyAccount)
    ),
    Case(
      "a partial function after another, captured",
      a =>
        val m = accounts()
        val find: PartialFunction[String, Account] = { case s => m.getOrElse(s, Account()) }
        val findAndAdd = find.andThen(_.add(1))
        a.on(r => println(findAndAdd(r.path)))
        exactly(reads(m), anyAccount)
    ),
    Case(
      "functions out of a map, one after another",
      a =>
        val m = SharedMap[String, Seq[Int => Int]]()
        a.on(r => m.get(r.path).foreach(all => println(Function.chain(all)(1))))
        exactly(reads(m), Expected.Everything("a function value that is not known"))
    ),
    Case(
      "a function that returns a function, made one of two arguments",
      a =>
        val m = SharedMap[Int, Int => Int]()
        a.on(_ => println(Function.uncurried((x: Int) => m(x))(1, 2)))
        exactly(reads(m), Expected.Everything("a function value that is not known"))
    ),
    Case(
      "collecting maps",
      a =>
        val (x, y) = (SharedMap[String, Int](), SharedMap[String, Int]())
        val maps = List(x, y)
        a.on(r => maps.collect { case m if r.path.nonEmpty => m }.foreach(_.put("k", 1)))
        exactly(writes(x), writes(y))
    ),
    Case(
      "a class of the application's that extends a library's, out of a map",
      a =>
        val m = SharedMap[String, java.util.BitSet]()
        m.put("a", Noting())
        a.on(r => m.get(r.path).foreach(_.set(1)))
        exactly(reads(m), noted, AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "the same by its own type",
      a =>
        val m = SharedMap[String, Noting]()
        m.put("a", Noting())
        a.on(r => m.get(r.path).foreach(_.clear()))
        exactly(reads(m), noted, AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "a writer of the application's, out of a map",
      a =>
        val m = SharedMap[String, java.io.Writer]()
        m.put("a", NotingWriter())
        a.on(r => m.get(r.path).foreach(_.write("x")))
        exactly(reads(m), noted, AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "one whose overriding method touches nothing shared",
      a =>
        val m = SharedMap[String, java.util.StringTokenizer]()
        m.put("a", Trimming())
        a.on(r => m.get(r.path).foreach(t => println(t.hasMoreTokens)))
        exactly(reads(m), AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "a copy of a buffer that shares its bytes",
      a =>
        val bytes = java.nio.ByteBuffer.allocateDirect(8).duplicate()
        a.on(_ => println(bytes.put(0, 1.toByte)))
        exactly(AnyLibrary(AccessKind.Writes))
    )
  )
end OverrideCases

object Noted:
  var n = 0

final class Till:
  private var sum = 0
  def add(n: Int): Int =
    sum += n
    sum

class Ledger(till: Till) extends Iterable[Till]:
  def iterator: Iterator[Till] = Iterator(till)

object Everyone extends Iterable[Till]:
  val first: Till = Till()
  def iterator: Iterator[Till] = Iterator.single(first)

class JavaLedger(till: Till) extends java.util.Spliterator[Till]:
  def tryAdvance(action: java.util.function.Consumer[? >: Till]): Boolean =
    action.accept(till)
    false
  def trySplit(): java.util.Spliterator[Till] | Null = null
  def estimateSize(): Long = 1
  def characteristics(): Int = 0

class Finder(found: Till) extends (String => Till):
  def apply(name: String): Till = found

class Noting extends java.util.BitSet:
  override def set(index: Int): Unit =
    Noted.n += 1
    super.set(index)

class Trimming extends java.util.StringTokenizer("a b"):
  override def nextToken(): String = s"${super.nextToken()} ".trim

class NotingWriter extends java.io.Writer:
  def write(text: Array[Char], from: Int, count: Int): Unit = Noted.n += 1
  def flush(): Unit = ()
  def close(): Unit = ()
