package subjects

import eddy.state.{AccessKind, SharedMap}

import java.io.PrintWriter
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

import subjects.Expected.*

/** Code of the application's behind objects of the library's, which those call. */
object BehindCases:
  private def anyTill = writesAny(classOf[Till])

  val all: List[Case] = List(
    Case(
      "a collection of the application's in a captured list, flattened",
      a =>
        val till = Till()
        val rolls = List(Roll(till))
        a.on(_ => println(rolls.flatten.size))
        exactly(writes(till))
    ),
    Case(
      "functions of a list, one after another",
      a =>
        val till = Till()
        val all = Function.chain(List[Int => Int](till.add, _ + 1))
        a.on(_ => println(all(1)))
        exactly(writes(till))
    ),
    Case(
      "a part of a sorted map with a comparator of the application's",
      a =>
        val till = Till()
        val ages = java.util.TreeMap[String, Int]((x: String, y: String) => till.add(x.compareTo(y)))
        val young = ages.headMap("m")
        a.on(r => println(young.get(r.path)))
        exactly(AnyLibrary(AccessKind.Reads), writes(till))
    ),
    Case(
      "a map of Scala's around a dictionary of the application's",
      a =>
        val till = Till()
        val prices = PriceList(till).asScala
        a.on(r => println(prices.get(r.path)))
        exactly(AnyLibrary(AccessKind.Reads), writes(till))
    ),
    Case(
      "a scanner of a text of the application's",
      a =>
        val words = java.util.Scanner(Pages(Till()))
        a.on(_ => println(words.hasNext))
        exactly(AnyLibrary(AccessKind.Writes), anyTill)
    ),
    Case(
      "a writer around one of the application's",
      a =>
        val out = PrintWriter(NotingWriter())
        a.on(_ => out.print("x"))
        exactly(AnyLibrary(AccessKind.Writes), writesStatic("subjects.Noted$", "n"))
    ),
    Case(
      "the text of an object out of a map whose type says what is in it",
      a =>
        val labels = Labels()
        a.on(r => println(s"${labels.all(r.path)}"))
        exactly(reads(labels.all), anyTill)
    ),
    Case(
      "a set of it",
      a =>
        val labels = Labels()
        a.on(r => println(mutable.HashSet(labels.all(r.path)).size))
        exactly(reads(labels.all), anyTill)
    )
  )
end BehindCases

/** Numbers that are counted when somebody goes through them. */
final class Roll(till: Till) extends IterableOnce[Int]:
  def iterator: Iterator[Int] = Iterator.fill(2)(till.add(1))

final class PriceList(till: Till) extends java.util.Dictionary[String, Int]:
  def get(name: Object): Int = till.add(1)
  def size: Int = 1
  def isEmpty: Boolean = false
  def keys: java.util.Enumeration[String] = java.util.Collections.emptyEnumeration[String]
  def elements: java.util.Enumeration[Int] = java.util.Collections.emptyEnumeration[Int]
  def put(name: String, price: Int): Int = price
  def remove(name: Object): Int = 0

final class Pages(till: Till) extends Readable:
  def read(into: java.nio.CharBuffer): Int =
    println(till.add(1))
    -1

final class Label(till: Till):
  override def hashCode: Int = till.add(1)
  override def toString: String = s"label ${till.add(1)}"

final class Labels:
  val all: SharedMap[String, Label] = SharedMap()
