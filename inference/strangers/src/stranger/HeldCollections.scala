package stranger

import java.util.{ArrayList, HashMap}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** Collections, iterators, views and functions that a service keeps: one handler gets at them on a way round,
  * another one directly.
  */
object HeldCollections:
  final class Counter:
    var n = 0

  /** Collections of the application's own, in variables. */
  final class Registry extends HashMap[String, Counter]
  final class Names extends mutable.ArrayDeque[Int]
  final class Log extends ArrayList[Int]
  final class Shop(var registry: Registry, var names: Names, var log: Log)

  private def shop(name: String)(handle: (Shop, Int) => Unit)(size: Shop => Int, wanted: Int => Int) =
    StrangerCase(s"a collection of one's own in a variable: $name"):
      val shop = Shop(Registry(), Names(), Log())
      handlers(i => handle(shop, i), i => handle(shop, 100 + i))
        .leave(n => expect("size", size(shop), wanted(n)))

  private val views = List(
    shop("put through asScala")((s, i) => s.registry.asScala.put(s"$i", Counter()): Unit)(
      _.registry.size,
      2 * _
    ),
    shop("removed from the key set") { (s, i) =>
      s.registry.put(s"$i", Counter()): Unit
      s.registry.keySet.remove(s"$i"): Unit
    }(_.registry.size, _ => 0),
    shop("removed from the values") { (s, i) =>
      val counter = Counter()
      s.registry.put(s"$i", counter): Unit
      s.registry.values.remove(counter): Unit
    }(_.registry.size, _ => 0),
    shop("removed from the entries") { (s, i) =>
      s.registry.put(s"$i", Counter()): Unit
      s.registry.entrySet.removeIf(_.getKey == s"$i"): Unit
    }(_.registry.size, _ => 0),
    shop("only removed from the key set")((s, i) =>
      if i < 100 then s.registry.put(s"${100 + i}", Counter()): Unit
      else s.registry.keySet.remove(s"$i"): Unit
    )(_.registry.size.min(0), _ => 0),
    shop("added through a list's asScala")((s, i) => s.log.asScala += i)(_.log.size, 2 * _),
    shop("added through a sublist")((s, i) => s.log.subList(0, 0).add(i): Unit)(_.log.size, 2 * _),
    shop("added through a list iterator")((s, i) => s.log.listIterator().add(i))(_.log.size, 2 * _),
    shop("added through asJava")((s, i) => s.names.asJava.add(i): Unit)(_.names.size, 2 * _),
    shop("a key set's retainAll") { (s, i) =>
      s.registry.put(s"$i", Counter()): Unit
      s.registry.keySet.retainAll(java.util.Set.of()): Unit
    }(_.registry.size, _ => 0)
  )

  /** Another handler counts with the counter itself. */
  private def held(name: String)(make: Counter => () => Unit): StrangerCase =
    StrangerCase(s"held collections: $name"):
      val counter = Counter()
      val count = make(counter)
      handlers(_ => count(), _ => counter.n += 1).leave(n => expect("n", counter.n, 2 * n))

  final class Cursor(var iterator: Iterator[Counter])
  final class Kept(var counts: Map[String, List[Counter]], var function: Counter => Unit)
  final case class Page(items: List[Counter], next: Option[Page])

  private val kept = List(
    held("an iterator in a field") { c =>
      val cursor = Cursor(Iterator.continually(c))
      () => cursor.iterator.next().n += 1
    },
    held("an iterator that is replaced") { c =>
      val cursor = Cursor(Iterator.continually(c))
      () =>
        cursor.iterator = cursor.iterator.map(identity).take(1) ++ Iterator.continually(c)
        cursor.iterator.next().n += 1
    },
    held("a map of lists in a variable") { c =>
      val kept = Kept(Map("c" -> List(c)), _ => ())
      () => kept.counts.toList.flatMap(_._2).foreach(_.n += 1)
    },
    held("a map of lists in a variable, grouped again") { c =>
      val kept = Kept(Map("c" -> List(c)), _ => ())
      () => kept.counts.groupMap(_._1)(_._2).foreach { case (_, css) => css.foreach(_.foreach(_.n += 1)) }
    },
    held("a function in a variable, passed to a collection") { c =>
      val kept = Kept(Map.empty, x => x.n += 1)
      () => List(c).foreach(kept.function)
    },
    held("functions in a buffer") { c =>
      val functions = mutable.ArrayBuffer[() => Unit](() => c.n += 1)
      () => functions.foreach(_())
    },
    held("functions in a map, by another map's combinator") { c =>
      val functions = mutable.HashMap[String, Counter => Unit]("up" -> (_.n += 1))
      val counters = mutable.HashMap("c" -> c)
      () => counters.foreach((_, x) => functions.values.foreach(_(x)))
    },
    held("functions in a list, by map") { c =>
      val functions = List[Counter => Counter](x =>
        x.n += 1; x
      )
      () => functions.map(f => Option(c).map(f)): Unit
    },
    held("a function as a value of a map as a function") { c =>
      val functions = Map("up" -> ((x: Counter) => x.n += 1))
      () => List("up").map(functions).foreach(List(c).foreach(_))
    },
    held("pages of a case class") { c =>
      val page = Page(Nil, Some(Page(List(c), None)))
      () => List.unfold(Option(page))(_.map(p => (p.items, p.next))).flatten.foreach(_.n += 1)
    },
    held("pages of a case class, by an iterator") { c =>
      val page = Page(Nil, Some(Page(List(c), None)))
      () =>
        Iterator.iterate(Option(page))(
          _.flatMap(_.next)
        ).takeWhile(_.nonEmpty).flatten.flatMap(_.items).foreach(_.n += 1)
    },
    held("a view that is kept") { c =>
      val buffer = mutable.ArrayBuffer(c)
      val view = buffer.view.map(x => (x, 1))
      () => view.foreach((x, i) => x.n += i)
    },
    held("a lazy list that is kept") { c =>
      val all = LazyList.continually(c).map(Option(_))
      () => all.head.foreach(_.n += 1)
    },
    held("a collection in a collection, by alias") { c =>
      val inner = mutable.ArrayBuffer[Counter]()
      val outer = List(List(inner))
      inner += c
      () => outer.flatten.map(_.toList).foreach(_.foreach(_.n += 1))
    },
    held("a buffer filled by another handler's list") { c =>
      val lists = mutable.HashMap[String, mutable.ListBuffer[Counter]]()
      () =>
        lists.getOrElseUpdate("c", mutable.ListBuffer()).clear()
        lists("c") += c
        lists.values.map(_.toList).flatten.toList.groupBy(_.hashCode).values.foreach(_.foreach(_.n += 1))
    },
    held("an array of lists") { c =>
      val array = Array(List(c))
      () => array.flatMap(_.zipWithIndex).foreach((x, i) => x.n += i + 1)
    },
    held("a tuple of collections") { c =>
      val pair = (mutable.ArrayBuffer(c), 1)
      () =>
        val (counters, one) = pair
        counters.map(x => (x, one)).foreach((x, i) => x.n += i)
    },
    held("fold with a map as a function") { c =>
      val counters = mutable.HashMap("c" -> c)
      val guest = Counter()
      () => Option("c").fold(guest)(counters).n += 1
    },
    held("fold with a Java map's asScala as a function") { c =>
      val counters = HashMap(java.util.Map.of("c", c))
      val guest = Counter()
      () => Option("c").fold(guest)(counters.asScala).n += 1
    },
    held("fold with a buffer as a function") { c =>
      val counters = mutable.ArrayBuffer(c)
      val guest = Counter()
      () => Option(0).fold(guest)(counters).n += 1
    },
    held("fold with a function out of a map") { c =>
      val functions = mutable.HashMap[String, Int => Counter]("c" -> (_ => c))
      val guest = Counter()
      () => Option(0).fold(guest)(functions("c")).n += 1
    },
    held("fold with a map of lists") { c =>
      val counters = mutable.HashMap("c" -> List(c))
      () => Option("c").fold(List.empty[Counter])(counters).foreach(_.n += 1)
    }
  )

  val all: List[StrangerCase] = views ++ kept
end HeldCollections
