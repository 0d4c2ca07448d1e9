package stranger

import java.util.concurrent.ConcurrentHashMap
import java.util.function.{Function as JavaFunction, Supplier}
import java.util.stream.{Collector, Collectors, Stream, StreamSupport}
import java.util.{
  ArrayDeque,
  ArrayList,
  Arrays,
  Collections,
  Comparator,
  HashMap,
  IdentityHashMap,
  LinkedHashMap,
  LinkedList,
  Map as JavaMap,
  Optional,
  PriorityQueue,
  TreeMap
}
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*
import scala.jdk.StreamConverters.*

/** The same as [[Combinators]] with the collections and streams of the JDK. */
object JavaCombinators:
  final class Counter(val name: String) extends Comparable[Counter]:
    var n = 0
    def up(): Unit = n += 1
    def compareTo(o: Counter): Int = name.compareTo(o.name)

  private type Counters = java.util.List[Counter]
  private type Count = Counters => Unit

  private def sources(counter: Counter): List[(String, () => Counters)] =
    val captured = ArrayList(java.util.List.of(counter))
    val byName = HashMap(JavaMap.of("c", ArrayList(java.util.List.of(counter))))
    val list = java.util.List.of(counter)
    List(
      "filled" -> { () =>
        val list = LinkedList[Counter]()
        list.add(counter): Unit
        list
      },
      "in a new list" -> (() => java.util.List.of(counter)),
      "in a list" -> (() => list),
      "captured" -> (() => captured),
      "out of a map" -> (() => byName.get("c").nn)
    )

  private def byName(b: Counters): HashMap[String, Counter] =
    val map = HashMap[String, Counter]()
    b.forEach(c => map.put(c.name, c): Unit)
    map

  private def list: Collector[Counter, Any, java.util.List[Counter]] =
    Collectors.toList[Counter].asInstanceOf[Collector[Counter, Any, java.util.List[Counter]]]

  private def mapped: Collector[Counter, Any, java.util.List[Counter]] =
    Collectors.mapping[Counter, Counter, Any, java.util.List[Counter]](c => c, list)
      .asInstanceOf[Collector[Counter, Any, java.util.List[Counter]]]

  /** Two are compared once. */
  private def countingC(x: Counter, y: Counter): Int =
    if x.name == "c" then x.up() else y.up()
    x.name.compareTo(y.name)

  private val counts: List[(String, Count)] = List(
    "groupingBy" -> (_.stream.collect(Collectors.groupingBy[Counter, String](_.name)).values.forEach(
      _.forEach(_.up())
    )),
    "groupingBy and mapping" -> (_.stream.collect(
      Collectors.groupingBy[Counter, String, Any, java.util.List[Counter]](
        _.name,
        mapped
      )
    ).forEach((_, cs) => cs.forEach(_.up()))),
    "groupingBy, entries" -> (_.stream.collect(Collectors.groupingBy[
      Counter,
      String
    ](_.name)).entrySet.forEach(e =>
      e.getValue.get(0).up()
    )),
    "groupingBy, a stream of entries" -> (_.stream.collect(
      Collectors.groupingBy[Counter, String](_.name)
    ).entrySet.stream.flatMap(e => e.getValue.stream).forEach(_.up())),
    "groupingByConcurrent" -> (_.stream.collect(
      Collectors.groupingByConcurrent[Counter, String](_.name)
    ).values.forEach(_.forEach(_.up()))),
    "partitioningBy" -> (_.stream.collect(Collectors.partitioningBy[Counter](_.name.nonEmpty)).get(
      true
    ).nn.forEach(_.up())),
    "toMap" -> (_.stream.collect(Collectors.toMap[Counter, String, Counter](
      _.name,
      c => c
    )).get("c").nn.up()),
    "toMap of lists" -> (_.stream.collect(
      Collectors.toMap[Counter, String, java.util.List[Counter]](_.name, c => java.util.List.of(c))
    ).forEach((_, cs) => cs.get(0).up())),
    "collectingAndThen" -> (_.stream.collect(
      Collectors.collectingAndThen[Counter, Any, java.util.List[Counter], Counter](
        list,
        _.get(0)
      )
    ).up()),
    "reducing" -> (_.stream.collect(Collectors.reducing[Counter]((c, _) => c)).get.up()),
    "filtering and flatMapping" -> (_.stream.collect(
      Collectors.flatMapping[Counter, Counter, Any, java.util.List[Counter]](
        c => Stream.of(c),
        list
      )
    ).forEach(_.up())),
    "teeing" -> (_.stream.collect(
      Collectors.teeing[Counter, java.util.List[Counter], java.lang.Long, Counter](
        Collectors.toList[Counter],
        Collectors.counting[Counter],
        (cs, _) => cs.get(0)
      )
    ).up()),
    "toCollection" -> (_.stream.collect(
      Collectors.toCollection[Counter, ArrayDeque[Counter]](() => ArrayDeque[Counter]())
    ).poll().nn.up()),
    "collect with functions" -> (_.stream.collect[ArrayList[Counter]](
      () => ArrayList[Counter](),
      (l, c) => l.add(c): Unit,
      (l, m) => l.addAll(m): Unit
    ).get(0).up()),
    "flatMap of streams" -> (b => Stream.of(b).flatMap(_.stream).forEach(_.up())),
    "mapMulti" -> (_.stream.mapMulti[Counter]((c, next) => next.accept(c)).forEach(_.up())),
    "mapMulti to lists" -> (b =>
      Stream.of(b).mapMulti[Counter]((cs, next) => cs.forEach(next)).forEach(_.up())
    ),
    "peek" -> (_.stream.peek(_.up()).toList: Unit),
    "stream's reduce" -> (_.stream.reduce((c, _) => c).ifPresent(_.up())),
    "stream's reduce to a list" -> (_.stream.reduce[ArrayList[Counter]](
      ArrayList[Counter](),
      (l, c) =>
        l.add(c): Unit;
        l
      ,
      (l, _) => l
    ).forEach(_.up())),
    "stream's sorted" -> (_.stream.sorted(Comparator.comparing[Counter, String](_.name)).findFirst.get.up()),
    "stream's max" -> (_.stream.max(Comparator.naturalOrder[Counter]).get.up()),
    "stream's iterator" -> (_.stream.map(c => c).iterator.next().up()),
    "stream's toArray" -> (_.stream.toArray.foreach { case c: Counter => c.up() }),
    "stream's toArray by a function" -> (_.stream.toArray(n => new Array[Counter](n)).foreach(_.nn.up())),
    "stream concatenated" -> (b => Stream.concat(Stream.empty[Counter], b.stream).forEach(_.up())),
    "Stream.iterate" -> (b => Stream.iterate(b, l => l).limit(1).forEach(_.get(0).up())),
    "Stream.generate" -> (b => Stream.generate(() => b.get(0)).limit(1).forEach(_.up())),
    "a builder of a stream" -> (b => Stream.builder[Counter].add(b.get(0)).build().forEach(_.up())),
    "a spliterator" -> (b => StreamSupport.stream(b.spliterator, false).forEach(_.up())),
    "takeWhile and boxed numbers" -> (b =>
      Stream.of[Integer](0).map(i => b.get(i)).takeWhile(_.n >= 0).forEach(_.up())
    ),
    "entries sorted by value" -> (byName(_).entrySet.stream.sorted(JavaMap.Entry.comparingByValue[
      String,
      Counter
    ]).forEach(_.getValue.up())),
    "entries sorted by their values' names" -> (byName(_).entrySet.stream.sorted(
      JavaMap.Entry.comparingByValue[String, Counter]((x, y) => x.name.compareTo(y.name))
    ).findFirst.get.getValue.up()),
    "entries compared, counting" -> { b =>
      val map = byName(b)
      map.put("d", Counter("d")): Unit
      val found =
        map.entrySet.stream.sorted(JavaMap.Entry.comparingByValue[String, Counter](countingC)).toList
      if found.size != 2 then b.get(0).up()
    },
    "Collections.max of entries, counting" -> { b =>
      val map = byName(b)
      map.put("d", Counter("d")): Unit
      if Collections.max(
          map.entrySet,
          JavaMap.Entry.comparingByValue[String, Counter](countingC)
        ).getKey == ""
      then
        b.get(0).up()
    },
    "entries in a list sorted, counting" -> { b =>
      val map = byName(b)
      map.put("d", Counter("d")): Unit
      ArrayList(map.entrySet).sort(JavaMap.Entry.comparingByValue[String, Counter](countingC))
    },
    "a comparator of entries by their values, counting" -> { b =>
      val map = byName(b)
      map.put("d", Counter("d")): Unit
      map.entrySet.stream.min(Comparator.comparing[JavaMap.Entry[String, Counter], Counter](
        _.getValue,
        countingC
      )): Unit
    },
    "Collections.max of entries" -> (b =>
      Collections.max(byName(b).entrySet, JavaMap.Entry.comparingByValue[String, Counter]).getValue.up()
    ),
    "Collections.max of entries by a function" -> (b =>
      Collections.max(byName(b).entrySet, (x, y) => x.getKey.compareTo(y.getKey)).getValue.up()
    ),
    "Collections.min" -> (Collections.min(_).up()),
    "an entry changed" -> (byName(_).entrySet.forEach(e => e.setValue(e.getValue).nn.up())),
    "an entry kept" -> { b =>
      val entry = byName(b).entrySet.iterator.next()
      entry.getValue.up()
    },
    "entries copied" -> (b => ArrayList(byName(b).entrySet).get(0).getValue.up()),
    "entries mapped" -> (byName(_).entrySet.stream.map(e => e.getValue).forEach(_.up())),
    "entries of lists" -> (b =>
      JavaMap.of("x", b).entrySet.stream.map(_.getValue).flatMap(_.stream).forEach(_.up())
    ),
    "compute" -> (byName(_).compute("c", (_, c) => c).nn.up()),
    "compute that counts" -> (byName(_).compute(
      "c",
      (_, c) =>
        c.nn.up(); c
    ): Unit),
    "computeIfAbsent" -> (b => HashMap[String, Counter]().computeIfAbsent("c", _ => b.get(0)).up()),
    "computeIfAbsent of lists" -> (b =>
      val lists = HashMap[String, ArrayList[Counter]]()
      b.forEach(c => lists.computeIfAbsent(c.name, _ => ArrayList[Counter]()).add(c): Unit)
      lists.forEach((_, cs) => cs.forEach(_.up()))
    ),
    "computeIfPresent" -> (byName(_).computeIfPresent("c", (_, c) => c).nn.up()),
    "merge" -> (b => HashMap(JavaMap.of("c", Counter(""))).merge("c", b.get(0), (_, c) => c).nn.up()),
    "merge of lists" -> (b =>
      HashMap(JavaMap.of("c", ArrayList[Counter]())).merge(
        "c",
        b,
        (x, y) =>
          x.addAll(y): Unit; x
      ).nn.get(
        0
      ).up()
    ),
    "putIfAbsent" -> (b => byName(b).putIfAbsent("c", Counter("")).nn.up()),
    "getOrDefault" -> (b => HashMap[String, Counter]().getOrDefault("x", b.get(0)).nn.up()),
    "replaceAll" -> { b =>
      val map = byName(b)
      map.replaceAll((_, c) => c)
      map.get("c").nn.up()
    },
    "a list's replaceAll" -> { b =>
      val list = ArrayList(java.util.List.of(Counter("")))
      list.replaceAll(_ => b.get(0))
      list.get(0).up()
    },
    "removeIf" -> (b =>
      ArrayList(b).removeIf(c =>
        c.up(); true
      ): Unit
    ),
    "forEach of a map" -> (byName(_).forEach((_, c) => c.up())),
    "keySet as a function" -> (b =>
      List("c").filter(byName(b).keySet.contains(_)).foreach(_ => b.get(0).up())
    ),
    "get as a function" -> (b => Stream.of("c").map(byName(b).get(_)).forEach(_.nn.up())),
    "a function by andThen" -> (b =>
      val first: JavaFunction[Counters, Counter] = _.get(0)
      first.andThen(c => c).apply(b).up()
    ),
    "a supplier in a list" -> (b =>
      val suppliers = ArrayList[Supplier[Counter]]()
      suppliers.add(() => b.get(0))
      suppliers.forEach(_.get.up())
    ),
    "runnables in a map" -> (b =>
      val tasks = HashMap[String, Runnable]()
      tasks.put("up", () => b.get(0).up())
      tasks.values.forEach(_.run())
    ),
    "an optional" -> (b => Optional.of(b.get(0)).map(c => c).get.up()),
    "an optional's or" -> (b => Optional.empty[Counter]().or(() => Optional.of(b.get(0))).get.up()),
    "an optional's orElseGet" -> (b => Optional.empty[Counter]().orElseGet(() => b.get(0)).nn.up()),
    "an optional's flatMap" -> (b => Optional.of(b).flatMap(cs => Optional.of(cs.get(0))).get.up()),
    "an optional's stream" -> (b => Optional.of(b).stream.flatMap(_.stream).forEach(_.up())),
    "an optional of Scala's" -> (b => Optional.of(b.get(0)).toScala.foreach(_.up())),
    "a sublist" -> (_.subList(0, 1).forEach(_.up())),
    "a list iterator" -> (_.listIterator(1).previous().up()),
    "a reversed list" -> (_.reversed.forEach(_.up())),
    "an unmodifiable list" -> (Collections.unmodifiableList(_).forEach(_.up())),
    "a synchronised list" -> (Collections.synchronizedList(_).get(0).up()),
    "nCopies" -> (b => Collections.nCopies(1, b.get(0)).forEach(_.up())),
    "an array as a list" -> (b => Arrays.asList(b.get(0)).forEach(_.up())),
    "an identity map" -> { b =>
      val map = IdentityHashMap[Counter, String]()
      map.put(b.get(0), ""): Unit
      map.keySet.forEach(_.up())
    },
    "a tree map's views" -> { b =>
      val map = TreeMap[Counter, Counter]()
      map.put(b.get(0), b.get(0)): Unit
      map.descendingMap.firstEntry.getValue.up()
    },
    "a heap" -> (PriorityQueue(_).poll().nn.up()),
    "a concurrent map's reduce" -> { b =>
      val map = ConcurrentHashMap[String, Counter](byName(b))
      map.reduceValues(Long.MaxValue, (c, _) => c).nn.up()
    },
    "a concurrent map's search" -> { b =>
      val map = ConcurrentHashMap[String, Counter](byName(b))
      map.search[Counter](Long.MaxValue, (_, c) => c).nn.up()
    },
    "asScala" -> (_.asScala.foreach(_.up())),
    "asScala, groupMap" -> (_.asScala.groupMap(_.name)(c => c).foreach { case (_, cs) =>
      cs.foreach(_.up())
    }),
    "asScala to a list" -> (_.asScala.to(List).foreach(_.up())),
    "asScala in a buffer" -> (b => b.asScala.toBuffer.map(c => c).foreach(_.up())),
    "asScala of a map" -> (byName(_).asScala.get("c").foreach(_.up())),
    "asScala as a function" -> (b => List("c").map(byName(b).asScala).foreach(_.up())),
    "asScala of entries" -> (byName(_).entrySet.asScala.map(_.getValue).foreach(_.up())),
    "asScala of an iterator" -> (_.iterator.asScala.toList.head.up()),
    "asScala and back" -> (_.asScala.asJava.forEach(_.up())),
    "asScala of lists" -> (b => JavaMap.of("x", b).asScala.toMap.values.flatMap(_.asScala).foreach(_.up())),
    "asJava of a grouped map" -> (_.asScala.groupBy(_.name).asJava.values.forEach(_.foreach(_.up()))),
    "a Scala stream" -> (_.stream.toScala(List).foreach(_.up())),
    "a Scala list as a stream" -> (_.asScala.toList.asJavaSeqStream.map(c => c).forEach(_.up())),
    "a linked map" -> { b =>
      val map = LinkedHashMap[String, Counter](byName(b))
      map.pollFirstEntry().nn.getValue.up()
    },
    "a map copied" -> (b => JavaMap.copyOf(byName(b)).values.iterator.next().up()),
    "Map.entry" -> (b => Stream.of(JavaMap.entry("c", b.get(0))).map(_.getValue).forEach(_.up())),
    "Map.ofEntries" -> (b => JavaMap.ofEntries(JavaMap.entry("c", b)).get("c").nn.forEach(_.up()))
  )

  val all: List[StrangerCase] =
    for
      (name, count) <- counts
      i <- List.range(0, sources(Counter("")).size)
    yield
      val counter = Counter("c")
      val (from, source) = sources(counter)(i)
      StrangerCase(s"Java's combinators: $name, $from"):
        counter.n = 0
        handlers(_ => count(source()), _ => counter.n += 1).leave(n => expect("n", counter.n, 2 * n))
end JavaCombinators
