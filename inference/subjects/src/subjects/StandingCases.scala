package subjects

import eddy.state.AccessKind

import scala.collection.mutable
import scala.jdk.CollectionConverters.*

import subjects.Expected.*

/** Library objects that only stand for others, which handlers may have by themselves. */
object StandingCases:
  val all: List[Case] = List(
    Case(
      "a constant of a Java enum by its name",
      a =>
        a.on(_ => Planet.valueOf("MARS").tick())
        exactly(writesAny(classOf[Planet]))
    ),
    Case(
      "all constants of a Java enum",
      a =>
        a.on(_ => java.util.EnumSet.allOf(classOf[Planet]).forEach(_.tick()))
        exactly(writesAny(classOf[Planet]))
    ),
    Case(
      "a handler that a parser of XML calls",
      a =>
        val account = Account()
        a.on: _ =>
          val handler = new org.xml.sax.helpers.DefaultHandler:
            override def startDocument(): Unit = println(account.add(1))
          javax.xml.parsers.SAXParserFactory.newInstance.newSAXParser
            .parse(java.io.ByteArrayInputStream("<x/>".getBytes), handler)
        exactly(writes(account))
    ),
    Case(
      "an array that a function fills",
      a =>
        val account = Account()
        a.on: _ =>
          val made = new Array[Account](2)
          java.util.Arrays.setAll(made, _ => account)
          println(made(0).add(1))
        exactly(writes(account))
    ),
    Case(
      "a captured map with a default",
      a =>
        val counts = mutable.Map[String, Int]()
        val m = counts.withDefaultValue(0)
        a.on(r => m(r.path) += 1)
        exactly(writes(counts))
    ),
    Case(
      "the map alone, and with a default",
      a =>
        val counts = mutable.Map[String, Int]()
        val m = counts.withDefaultValue(0)
        a.on: r =>
          counts(r.path) = counts.getOrElse(r.path, 0) + 1
          m(r.path) += 1
        exactly(writes(counts))
    ),
    Case(
      "a map with a default in a field",
      a =>
        val words = Words()
        a.on(r => words.count(r.path))
        exactly(writes(words.counts))
    ),
    Case(
      "a map with a default in a variable",
      a =>
        val counts = mutable.HashMap[String, Int]()
        var m: mutable.Map[String, Int] = counts.withDefaultValue(0)
        a.on(r => m(r.path) += 1)
        m = m.withDefaultValue(1)
        exactly(Variable(AccessKind.Reads), writes(counts))
    ),
    Case(
      "a sorted map with a default",
      a =>
        val counts = mutable.TreeMap[String, Int]()
        val m = counts.withDefaultValue(0)
        a.on(r => m(r.path) += 1)
        exactly(writes(counts))
    ),
    Case(
      "a default that changes something",
      a =>
        var n = 0
        val counts = mutable.Map[String, Int]()
        val m = counts.withDefault: _ =>
          n += 1
          n
        a.on(r => println(m(r.path)))
        exactly(reads(counts), Variable(AccessKind.Writes))
    ),
    Case(
      "the default of a map of numbers",
      a =>
        var n = 0
        val m = mutable.LongMap.withDefault: _ =>
          n += 1
          n
        a.on(r => println(m(r.path.length.toLong)))
        exactly(reads(m), Variable(AccessKind.Writes))
    ),
    Case(
      "an immutable map with a default",
      a =>
        val (till, other) = (Till(), Till())
        val tills = Map("x" -> till).withDefaultValue(other)
        a.on(r => println(tills(r.path).add(1)))
        exactly(writes(till), writes(other))
    ),
    Case(
      "a default out of many threads' map",
      a =>
        val seen = scala.collection.concurrent.TrieMap[String, Int]()
        val m: mutable.Map[String, Int] = seen.withDefaultValue(0)
        a.on(r => println(m(r.path)))
        stateless
    ),
    Case(
      "a builder of texts over one of Java's",
      a =>
        val builder = new java.lang.StringBuilder
        val text = mutable.StringBuilder(builder)
        a.on: r =>
          text.append(r.path)
          builder.append("x")
        exactly(writes(builder))
    ),
    Case(
      "a writer of texts and its buffer",
      a =>
        val writer = java.io.StringWriter()
        val buffer = writer.getBuffer
        a.on: r =>
          writer.write(r.path)
          buffer.append("x")
        exactly(writes(buffer))
    ),
    Case(
      "a captured matcher over a text that changes",
      a =>
        val matcher = java.util.regex.Pattern.compile("x").matcher(java.lang.StringBuilder("x"))
        a.on(_ => println(matcher.find()))
        exactly(AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "a view of a map in the order of use, which reading changes",
      a =>
        val map = java.util.LinkedHashMap[String, String](16, 0.75f, true)
        a.on(r => println(map.asScala.get(r.path)))
        exactly(writes(map))
    ),
    Case(
      "a captured one",
      a =>
        val view = java.util.LinkedHashMap[String, String](16, 0.75f, true).asScala
        a.on(r => println(view.get(r.path)))
        exactly(AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "an ordered set",
      a =>
        val set = java.util.TreeSet[String]()
        a.on(r => println(set.add(r.path)))
        exactly(writes(set))
    ),
    Case(
      "a captured part of an ordered set",
      a =>
        val part = java.util.TreeSet[String]().tailSet("a", true)
        a.on(r => println(part.add(s"x${r.path}")))
        exactly(AnyLibrary(AccessKind.Writes))
    ),
    Case(
      "a captured ordered set the other way round",
      a =>
        val down = java.util.TreeSet[String]().descendingSet
        a.on(r => println(down.add(r.path)))
        exactly(AnyLibrary(AccessKind.Writes))
    )
  )
end StandingCases

class Words:
  val counts = mutable.Map[String, Int]()
  private val byWord = counts.withDefaultValue(0)
  def count(word: String): Unit = byWord(word) += 1
