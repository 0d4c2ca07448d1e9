package subjects

import eddy.state.{AccessKind, SharedMap}

import java.util.concurrent.atomic.AtomicInteger
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

import subjects.Expected.*
import subjects.Given.map

/** What the JDK and the Scala library do with the objects of a handler. */
object LibraryCases:
  private val countsComparisons = Static("subjects.Obj$", "n", AccessKind.Writes)

  val all: List[Case] = List(
    Case(
      "pure library code",
      a =>
        a.on: r =>
          val b = BigInt(2).pow(100) + math.max(1, r.path.length)
          println(
            s"${r.path.toUpperCase.split(",").map(_.trim).mkString("-")}$b${List(1, 2, 3).map(_ * 2).sum}"
          )
        stateless
    ),
    Case(
      "a captured java.util.HashMap that is read",
      a =>
        val m = java.util.HashMap[String, Int]()
        a.on(r => println(m.get(r.path)))
        exactly(reads(m))
    ),
    Case(
      "a captured java.util.HashMap that is written",
      a =>
        val m = java.util.HashMap[String, Int]()
        a.on(r => m.put(r.path, 1))
        exactly(writes(m))
    ),
    Case(
      "a captured buffer",
      a =>
        val m = mutable.ArrayBuffer[String](); a.on(r => m += r.path); exactly(writes(m))
    ),
    Case(
      "a mutable map by another name",
      a =>
        val m = mutable.Map[String, Int]()
        a.on { r =>
          val al = m; al(r.path) = al.getOrElse(r.path, 0) + 1
        }
        exactly(writes(m))
    ),
    Case(
      "a view of a map that is removed from",
      a =>
        val m = java.util.HashMap[String, Int]()
        a.on(r => m.keySet.remove(r.path))
        exactly(writes(m))
    ),
    Case(
      "a buffer of the handler",
      a =>
        a.on { r =>
          val b = mutable.ArrayBuffer[String](); b += r.path; println(b.mkString)
        }
        stateless
    ),
    Case(
      "a captured array",
      a =>
        val xs = new Array[Int](4); a.on(_ => xs(0) += 1); exactly(writes(xs))
    ),
    Case(
      "a class of the application that extends LinkedHashMap",
      a =>
        val m = LRU()
        a.on(_ => m.put("a", "b"))
        exactly(writes(m), writes(topMap))
    ),
    Case(
      "reading a LinkedHashMap in order of access",
      a =>
        val m = java.util.LinkedHashMap[String, String](16, 0.75f, true)
        a.on(r => println(m.get(r.path)))
        exactly(writes(m))
    ),
    Case(
      "reading a WeakHashMap",
      a =>
        val m = java.util.WeakHashMap[String, String]()
        a.on(_ => println(m.size))
        exactly(writes(m))
    ),
    Case(
      "an asScala view of a Java map",
      a =>
        val m = java.util.HashMap[String, Int]()
        a.on(_ => m.asScala.put("a", 1))
        exactly(writes(m))
    ),
    Case(
      "the iterator of a buffer",
      a =>
        val m = mutable.ArrayBuffer(1, 2)
        a.on(_ => for x <- m do println(x))
        exactly(reads(m))
    ),
    Case(
      "an iterator kept from earlier",
      a =>
        val it = List(1, 2).iterator
        a.on(_ => println(it.hasNext))
        exactly(writes(it), Everything("kept from earlier calls functions that are not known"))
    ),
    Case(
      "a lazy list kept from earlier",
      a =>
        val m = map()
        val l = LazyList.from(1).map(i => m.put("x", i))
        a.on(_ => println(l.head))
        exactly(Everything("kept from earlier calls functions that are not known"))
    ),
    Case(
      "a map with a default that writes",
      a =>
        val m = map()
        val d = Map[String, Int]().withDefault(k =>
          m.put(k, 1); 1
        )
        a.on(r => println(d(r.path)))
        exactly(writes(m))
    ),
    Case(
      "equals and hashCode with effects, of keys that the handler makes",
      a =>
        val m = SharedMap[CountingKey, Int]()
        a.on: r =>
          val h = mutable.HashSet[CountingKey]()
          h += CountingKey(r.path)
          m.put(CountingKey("x"), 1)
        exactly(writes(m), countsComparisons)
    ),
    Case(
      "sorting by an ordering with effects",
      a =>
        a.on(_ => println(List(3, 1, 2).sorted(using CountingOrd)))
        exactly(countsComparisons)
    ),
    Case(
      "a captured sorted map with such an ordering",
      a =>
        val m = mutable.TreeMap.empty[Int, Int](using CountingOrd)
        a.on(r => println(m.get(r.path.length)))
        exactly(reads(m), countsComparisons)
    ),
    Case(
      "an immutable sorted set with such an ordering",
      a =>
        val m = scala.collection.immutable.TreeSet(1, 2)(using CountingOrd)
        a.on(r => println(m(r.path.length)))
        exactly(countsComparisons)
    ),
    Case(
      "an ordering made of a function with effects",
      a =>
        val m = map()
        val byName = Ordering.by[Int, Int](i =>
          m.put("x", i); i
        ).reverse
        a.on(_ => println(List(3, 1, 2).sorted(using byName)))
        exactly(writes(m))
    ),
    Case(
      "partial functions one after the other",
      a =>
        val (m, n) = (map(), map())
        val first: PartialFunction[String, Unit] = { case "a" => m.put("x", 1) }
        val both = first.orElse { case _ => n.put("x", 1) }
        a.on(r => both(r.path))
        exactly(writes(m), writes(n))
    ),
    Case(
      "a comparator that the JDK made of a function",
      a =>
        val m = map()
        val byName = java.util.Comparator.comparing[String, String](s =>
          m.put(s, 1); s
        )
        val l = java.util.ArrayList[String]()
        a.on(_ => l.sort(byName))
        exactly(writes(l), writes(m))
    ),
    Case(
      "elements that come in tuples",
      a =>
        val l = Map("a" -> map())
        a.on(_ => l.foreach((_, v) => v.put("k", 1)))
        exactly(writes(l("a")))
    ),
    Case(
      "a for over an immutable Map",
      a =>
        val l = Map("a" -> map(), "b" -> map())
        a.on(_ => for (k, v) <- l if k == "a" do v.put(k, 1))
        exactly(l.values.toList.map(writes)*)
    ),
    Case(
      "a list of tuples made a map",
      a =>
        val l = List(("a", map()))
        a.on(_ => l.toMap.apply("a").put("k", 1))
        exactly(writes(l.head(1)))
    ),
    Case(
      "lists in lists",
      a =>
        val l = List(List(map()), List(map()))
        a.on(_ => l.flatten.last.put("k", 1))
        exactly(l.flatten.map(writes)*)
    ),
    Case(
      "buffers in a list, read by one library call",
      a =>
        val l = List(mutable.ArrayBuffer(1))
        a.on(_ => println(l.flatten.sum))
        exactly(reads(l(0)))
    ),
    Case(
      "elements with an index",
      a =>
        val l = Vector(map())
        a.on(_ => l.zipWithIndex.foreach((m, i) => m.put("k", i)))
        exactly(writes(l(0)))
    ),
    Case(
      "toString of an element with effects",
      a =>
        val l = List(Spy())
        a.on(_ => println(l))
        exactly(writes(topMap))
    ),
    Case(
      "a map with a default given as a function",
      a =>
        val m = map()
        val d = Map[String, Int]().withDefault(k =>
          m.put(k, 1); 1
        )
        a.on(r => println(List(r.path).map(d)))
        exactly(writes(m))
    ),
    Case(
      "a comparator of unknown origin",
      a =>
        val m = SharedMap[String, Ordering[Int]]()
        a.on(r => println(m(r.path).compare(1, 2)))
        exactly(reads(m), countsComparisons, writesAny(classOf[Account]))
    ),
    Case(
      "a Java stream over a captured list",
      a =>
        val (m, l) = (map(), java.util.ArrayList[String]())
        a.on(_ => l.stream.forEach(s => m.put(s, 1)))
        exactly(reads(l), writes(m))
    ),
    Case(
      "a captured StringJoiner, which joins its parts when it is read",
      a =>
        val j = java.util.StringJoiner(",")
        a.on(_ => println(j.length))
        exactly(writes(j))
    ),
    Case(
      "a captured StringBuilder",
      a =>
        val b = java.lang.StringBuilder()
        a.on(r => b.append(r.path))
        exactly(writes(b))
    ),
    Case(
      "an atomic integer",
      a =>
        val n = AtomicInteger(); a.on(_ => n.incrementAndGet()); stateless
    ),
    Case(
      "Random, time",
      a =>
        a.on(_ =>
          println(scala.util.Random.nextInt() + System.nanoTime() + java.time.Instant.now().getEpochSecond)
        )
        stateless
    ),
    Case(
      "Collections.sort of a captured list",
      a =>
        val l = java.util.ArrayList[String]()
        a.on(_ => java.util.Collections.sort(l))
        exactly(writes(l))
    ),
    Case(
      "copying into a captured array",
      a =>
        val (from, to) = (new Array[Int](2), new Array[Int](2))
        a.on(_ => System.arraycopy(from, 0, to, 0, 2))
        exactly(writes(from), writes(to))
    )
  )
end LibraryCases
