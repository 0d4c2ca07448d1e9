package stranger

import java.util.stream.{Collector, Collectors}
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

  /** One handler gets at the collection on a way round, another one directly; both change it. */
  private def shop(name: String)(around: (Shop, Int) => Unit, direct: (Shop, Int) => Unit)(
      size: Shop => Int,
      wanted: Int => Int
  ) =
    StrangerCase(s"a collection of one's own in a variable: $name"):
      val shop = Shop(Registry(), Names(), Log())
      for i <- 0 until 100 do
        shop.registry.put(s"$i", Counter()): Unit
      handlers(i => around(shop, i), i => direct(shop, i)).leave(n => expect("size", size(shop), wanted(n)))

  private def put(s: Shop, i: Int): Unit = s.registry.put(s"${100 + i}", Counter()): Unit
  private def log(s: Shop, i: Int): Unit = s.log.add(i): Unit
  private def name(s: Shop, i: Int): Unit = s.names += i

  private val views = List(
    shop("put through asScala")((s, i) => s.registry.asScala.put(s"${200 + i}", Counter()): Unit, put)(
      _.registry.size,
      100 + 2 * _
    ),
    shop("updated through asScala")((s, i) => s.registry.asScala(s"${200 + i}") = Counter(), put)(
      _.registry.size,
      100 + 2 * _
    ),
    shop("removed from the key set")((s, i) => s.registry.keySet.remove(s"$i"): Unit, put)(
      _.registry.size,
      _ => 100
    ),
    shop("removed from the values")(
      (s, _) => s.registry.values.remove(s.registry.values.iterator.next()): Unit,
      put
    )(
      _.registry.size,
      _ => 100
    ),
    shop("removed from the entries")((s, i) => s.registry.entrySet.removeIf(_.getKey == s"$i"): Unit, put)(
      _.registry.size,
      _ => 100
    ),
    shop("removed from the key set's asScala")((s, i) => s.registry.keySet.asScala -= s"$i", put)(
      _.registry.size,
      _ => 100
    ),
    shop("removed through a key set's iterator")(
      (s, _) =>
        val keys = s.registry.keySet.iterator
        keys.next(): Unit
        keys.remove()
      ,
      put
    )(_.registry.size, _ => 100),
    shop("retained in the key set")(
      (s, i) => s.registry.keySet.removeAll(java.util.Set.of(s"$i")): Unit,
      put
    )(
      _.registry.size,
      _ => 100
    ),
    shop("added through a list's asScala")((s, i) => s.log.asScala += i, log)(_.log.size, 2 * _),
    shop("added through a sublist")((s, i) => s.log.subList(0, 0).add(i): Unit, log)(_.log.size, 2 * _),
    shop("added through a list iterator")((s, i) => s.log.listIterator().add(i), log)(_.log.size, 2 * _),
    shop("added through a reversed list")((s, i) => s.log.reversed.add(i): Unit, log)(_.log.size, 2 * _),
    shop("added through asJava")((s, i) => s.names.asJava.add(i): Unit, name)(_.names.size, 2 * _)
  )

  /** Another handler counts with the counter itself. */
  private def held(name: String)(make: Counter => () => Unit): StrangerCase =
    StrangerCase(s"held collections: $name"):
      val counter = Counter()
      val count = make(counter)
      handlers(_ => count(), _ => counter.n += 1).leave(n => expect("n", counter.n, 2 * n))

  final class Cursor(var iterator: Iterator[Counter])
  final class Kept(var counts: Map[String, List[Counter]], var function: Counter => Unit)
  final case class Order(id: Int, counter: Counter)

  private def byId: Collector[Order, Any, java.util.Map[Int, java.util.List[Counter]]] =
    Collectors.groupingBy(
      (o: Order) => o.id,
      Collectors.mapping((o: Order) => o.counter, Collectors.toList[Counter])
    )
      .asInstanceOf[Collector[Order, Any, java.util.Map[Int, java.util.List[Counter]]]]

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
    held("orders grouped") { c =>
      val orders = List(Order(1, c))
      () => orders.groupMap(_.id)(_.counter).foreach { case (_, cs) => cs.foreach(_.n += 1) }
    },
    held("orders grouped, as a list") { c =>
      val orders = List(Order(1, c))
      () => orders.groupMap(_.id)(_.counter).toList.foreach((_, cs) => cs.foreach(_.n += 1))
    },
    held("orders in a buffer grouped") { c =>
      val orders = mutable.ArrayBuffer(Order(1, c))
      () => orders.groupMap(_.id)(_.counter).values.foreach(_.foreach(_.n += 1))
    },
    held("orders partitioned") { c =>
      val orders = Vector(Order(1, c))
      () =>
        val (ids, counters) = orders.partitionMap(o => if o.id == 0 then Left(o.id) else Right(o.counter))
        counters.foreach(_.n += 1 + ids.size)
    },
    held("orders unzipped") { c =>
      val orders = Vector(Order(1, c))
      () => orders.map(o => (o.id, o.counter)).unzip._2.foreach(_.n += 1)
    },
    held("orders unzipped by a function") { c =>
      val orders = Vector(Order(1, c))
      () => orders.unzip(using o => (o.id, o.counter))._2.foreach(_.n += 1)
    },
    held("orders in groups of their counters") { c =>
      val orders = Vector(Order(1, c))
      () => orders.map(_.counter).grouped(2).foreach(_.foreach(_.n += 1))
    },
    held("orders reduced by id") { c =>
      val orders = Vector(Order(1, c))
      () => orders.groupMapReduce(_.id)(o => List(o.counter))(_ ++ _).foreach((_, cs) => cs.foreach(_.n += 1))
    },
    held("orders scanned") { c =>
      val orders = Vector(Order(1, c))
      () => orders.scanLeft(List.empty[Counter])((cs, o) => o.counter :: cs).last.foreach(_.n += 1)
    },
    held("orders collected to lists") { c =>
      val orders = List(Order(1, c))
      () => orders.collect { case Order(1, x) => List(x) }.flatten.foreach(_.n += 1)
    },
    held("orders to a map") { c =>
      val orders = List(Order(1, c))
      () => orders.map(o => o.id -> List(o.counter)).toMap.foreach { case (_, cs) => cs.foreach(_.n += 1) }
    },
    held("orders zipped with their counters") { c =>
      val orders = List(Order(1, c))
      () => orders.zip(orders.map(_.counter)).sliding(1).foreach(_.foreach((_, x) => x.n += 1))
    },
    held("orders grouped by Java") { c =>
      val orders = java.util.List.of(Order(1, c))
      () => orders.stream.collect(byId).forEach((_, cs) => cs.forEach(_.n += 1))
    },
    held("orders grouped by Java, by their values") { c =>
      val orders = java.util.List.of(Order(1, c))
      () => orders.stream.collect(byId).values.forEach(_.forEach(_.n += 1))
    },
    held("orders grouped by Java, asScala") { c =>
      val orders = ArrayList(java.util.List.of(Order(1, c)))
      () => orders.stream.collect(byId).asScala.foreach((_, cs) => cs.asScala.foreach(_.n += 1))
    },
    held("orders teed") { c =>
      val orders = java.util.List.of(Order(1, c))
      () =>
        orders.stream.map(_.counter).collect(Collectors.teeing(
          Collectors.toList[Counter],
          Collectors.counting[Counter],
          (cs: java.util.List[Counter], _: java.lang.Long) => cs
        )).forEach(_.n += 1)
    },
    held("orders by mapMulti") { c =>
      val orders = java.util.List.of(Order(1, c))
      () =>
        orders.stream.mapMulti[java.util.List[Counter]]((o, next) =>
          next.accept(java.util.List.of(o.counter))
        )
          .flatMap(_.stream).forEach(_.n += 1)
    },
    held("a new buffer's to(List)") { c => () =>
      val buffer = new mutable.ArrayBuffer[Counter]
      buffer += c
      buffer.to(List).foreach(_.n += 1)
    },
    held("a new buffer's to(Vector)") { c => () =>
      val buffer = new mutable.ListBuffer[Counter]
      buffer += c
      buffer.to(Vector).foreach(_.n += 1)
    },
    held("a new builder's result") { c => () =>
      val builder = new scala.collection.immutable.VectorBuilder[Counter]
      builder += c
      builder.result().foreach(_.n += 1)
    },
    held("a growing builder's result") { c => () =>
      val builder = new mutable.GrowableBuilder[Counter, mutable.ArrayBuffer[Counter]](mutable.ArrayBuffer())
      builder += c
      builder.result().foreach(_.n += 1)
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
