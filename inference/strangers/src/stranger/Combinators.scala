package stranger

import scala.collection.immutable.{ArraySeq, SortedMap, TreeMap}
import scala.collection.{BufferedIterator, mutable}
import scala.util.{Try, Using}

/** A counter passes through combinators of Scala's collections before a handler counts with it. Each
  * combinator meets counters from several sources, while another handler uses the same counter directly.
  */
object Combinators:
  final class Counter(val name: String) extends Comparable[Counter]:
    var n = 0
    def up(): Unit = n += 1
    def compareTo(o: Counter): Int = name.compareTo(o.name)

  final case class Order(id: Int, counter: Counter)
  final case class Shelf(label: String, counters: List[Counter], more: Option[Counter] = None)

  private type Counters = scala.collection.Seq[Counter]

  /** A use of a sequence of one counter, which counts once. */
  private type Count = Counters => Unit

  private def sources(counter: Counter): List[(String, () => Counters)] =
    val captured = mutable.ArrayBuffer(counter)
    val byName = mutable.HashMap("c" -> mutable.ArrayBuffer(counter))
    val list = List(counter)
    List(
      "filled" -> { () =>
        val buffer = new mutable.ListBuffer[Counter]
        buffer += counter
        buffer
      },
      "in a new list" -> (() => counter :: Nil),
      "in a list" -> (() => list),
      "captured" -> (() => captured),
      "out of a map" -> (() => byName("c"))
    )

  private val counts: List[(String, Count)] = List(
    "to(List)" -> (_.to(List).foreach(_.n += 1)),
    "to(Vector)" -> (_.to(Vector).foreach(_.n += 1)),
    "to(Set)" -> (_.to(Set).foreach(_.n += 1)),
    "to(ArraySeq)" -> (_.to(ArraySeq).foreach(_.n += 1)),
    "to(mutable.Buffer)" -> (_.to(mutable.Buffer)(0).up()),
    "List.from" -> (b => List.from(b).head.up()),
    "Vector.from of a view" -> (b => Vector.from(b.view).head.up()),
    "a builder's result" -> { b =>
      val builder = List.newBuilder[Counter]
      builder ++= b
      builder.result().foreach(_.up())
    },
    "a builder's result, sized" -> { b =>
      val builder = Vector.newBuilder[Counter]
      builder.sizeHint(1)
      b.foreach(builder += _)
      builder.result().last.n += 1
    },
    "a map's builder" -> { b =>
      val builder = Map.newBuilder[String, Counter]
      builder ++= b.map(c => c.name -> c)
      builder.result().values.foreach(_.up())
    },
    "mapResult" -> { b =>
      val builder = Vector.newBuilder[Counter].mapResult(_.head)
      builder ++= b
      builder.result().up()
    },
    "addAll of a list buffer" -> { b =>
      val list = mutable.ListBuffer[Counter]()
      list.addAll(b)
      list.toList.head.n += 1
    },
    "groupBy" -> (_.groupBy(_.name).values.foreach(_.foreach(_.up()))),
    "groupBy with a pattern" -> (_.groupBy(_.name).foreach { case (_, cs) => cs.foreach(_.n += 1) }),
    "groupBy as a list" -> (_.groupBy(_.name).toList.foreach((_, cs) => cs.head.up())),
    "groupBy of groupBy" -> (_.groupBy(_.name).view.mapValues(_.groupBy(_.name)).values.foreach(
      _.values.foreach(_.foreach(_.up()))
    )),
    "groupMap" -> (_.map(Order(1, _)).groupMap(_.id)(_.counter).foreach { case (_, cs) =>
      cs.foreach(_.n += 1)
    }),
    "groupMap as a list" -> (_.map(Order(1, _)).groupMap(_.id)(_.counter).toList.head._2.head.up()),
    "groupMapReduce" -> (_.groupMapReduce(_.name)(identity)((c, _) => c).values.foreach(_.up())),
    "groupMapReduce to lists" -> (_.groupMapReduce(_.name)(List(_))(_ ++ _).foreach((_, cs) =>
      cs.foreach(_.up())
    )),
    "partition" -> { b =>
      val (some, others) = b.partition(_.name.isEmpty)
      (some ++ others).head.up()
    },
    "partitionMap" -> { b =>
      val (some, others) = b.partitionMap(c => if c.name.isEmpty then Left(c) else Right(c))
      others.foreach(_.n += 1)
      some.foreach(_.n += 1)
    },
    "span" -> { b =>
      val (some, others) = b.span(_.name.nonEmpty)
      some.foreach(_.up())
      others.foreach(_.up())
    },
    "toMap" -> (_.map(c => c.name -> c).toMap.foreach((_, c) => c.up())),
    "toMap, apply" -> (_.map(c => (c.name, c)).toMap.apply("c").n += 1),
    "toMap of lists" -> (_.map(c => c.name -> List(c)).toMap.get("c").foreach(_.foreach(_.up()))),
    "zip" -> (b => b.zip(b).foreach((c, _) => c.n += 1)),
    "zip with a list" -> (b => List(1).zip(b).foreach((_, c) => c.up())),
    "zipWithIndex" -> (_.zipWithIndex.foreach((c, i) => c.n += i + 1)),
    "zipAll" -> (b => b.zipAll(List(1), null, 1).headOption.foreach((c, _) => c.nn.up())),
    "lazyZip" -> (b => b.lazyZip(List(1)).foreach((c, i) => c.n += i)),
    "unzip" -> { b =>
      val (names, all) = b.map(c => (c.name, c)).unzip
      if names.nonEmpty then all.foreach(_.up())
    },
    "unzip3" -> (_.map(c => (1, c, c.name)).unzip3._2.foreach(_.up())),
    "sliding" -> (_.sliding(2).foreach(_.foreach(_.n += 1))),
    "grouped" -> (_.grouped(3).toList.foreach(_.foreach(_.n += 1))),
    "scanLeft" -> (_.scanLeft(Option.empty[Counter])((_, c) => Some(c)).flatten.foreach(_.up())),
    "scanRight" -> (_.scanRight(List.empty[Counter])(_ :: _).head.foreach(_.up())),
    "scan" -> (b => b.scan(b.head)((_, c) => c).last.up()),
    "foldLeft" -> (_.foldLeft(List.empty[Counter])((cs, c) => c :: cs).foreach(_.up())),
    "foldRight to a map" -> (_.foldRight(Map.empty[
      String,
      Counter
    ])((c, m) => m.updated(c.name, c))("c").up()),
    "fold of a buffer" -> (b => b.foldLeft(mutable.ArrayBuffer[Counter]())(_ += _).foreach(_.up())),
    "reduce" -> (_.reduce((c, _) => c).up()),
    "reduceOption" -> (_.reduceLeftOption((c, _) => c).foreach(_.up())),
    "flatten" -> (b => List(b, Nil).flatten.foreach(_.n += 1)),
    "flatten of options" -> (_.map(Option(_)).flatten.foreach(_.n += 1)),
    "flatMap" -> (b => List(b).flatMap(identity).foreach(_.n += 1)),
    "flatMap to pairs" -> (_.flatMap(c => List(c -> 1)).foreach((c, n) => c.n += n)),
    "transpose" -> (b => List(b.toList).transpose.head.head.up()),
    "collect" -> (_.collect { case c if c.name.nonEmpty => c }.foreach(_.n += 1)),
    "collect of pairs" -> (_.map((1, _)).collect { case (1, c) => c }.foreach(_.n += 1)),
    "collectFirst" -> (_.collectFirst { case c: Counter => c }.foreach(_.n += 1)),
    "collect that counts" -> (_.collect { case c => c.n += 1 }: Unit),
    "tapEach" -> (_.tapEach(_.n += 1): Unit),
    "map that counts" -> (_.map(_.n += 1): Unit),
    "withFilter" -> (b => for c <- b if c.name.nonEmpty do c.n += 1),
    "for over pairs" -> (b => for (c, i) <- b.zipWithIndex if i == 0 do c.n += 1),
    "for over two" -> (b => for c <- b; d <- b if c eq d do d.n += 1),
    "sorted" -> (_.sorted.head.up()),
    "sortBy" -> (_.sortBy(_.name).head.up()),
    "sortWith" -> (_.sortWith((a, b) => a.name < b.name).head.up()),
    "maxBy" -> (_.maxBy(_.name).up()),
    "minByOption" -> (_.minByOption(_.name).foreach(_.up())),
    "find" -> (_.find(_.name == "c").foreach(_.up())),
    "headOption" -> (_.headOption.map(c => c).getOrElse(Counter("")).up()),
    "lift" -> (b => b.lift(0).foreach(_.up())),
    "unapply by index" -> (b => List(0).map(b).foreach(_.up())),
    "collect with the buffer as a function" -> (b => List(0).collect(b).foreach(_.up())),
    "andThen" -> (b => b.andThen(_.up())(0)),
    "compose" -> (b => b.compose((n: Int) => n - 1)(1).up()),
    "orElse" -> (b => b.orElse(PartialFunction.empty[Int, Counter])(0).up()),
    "applyOrElse" -> (b => b.applyOrElse(0, (_: Int) => null).nn.up()),
    "a map as a function" -> (b => List("c").map(b.map(c => c.name -> c).toMap).foreach(_.up())),
    "fold with a map as a function" -> (b =>
      Option("c").fold(Counter(""))(mutable.HashMap.from(b.map(c => c.name -> c))).n += 1
    ),
    "map with a map as a function" -> (b =>
      Option("c").map(mutable.HashMap.from(b.map(c => c.name -> c))).foreach(_.up())
    ),
    "either's fold with a map" -> (b =>
      val table = mutable.HashMap("c" -> b(0))
      (Right("c"): Either[Counter, String]).fold(identity, table).up()
    ),
    "try's fold with a map" -> (b =>
      val table = mutable.HashMap("c" -> b(0))
      Try("c").fold(_ => Counter(""), table).up()
    ),
    "a map's lift" -> (b => mutable.HashMap("c" -> b(0)).lift("c").foreach(_.up())),
    "a map with a default" -> (b => Map.empty[String, Counter].withDefaultValue(b(0))("x").up()),
    "a map with a default made" -> (b =>
      mutable.HashMap.empty[String, Counter].withDefault(_ => b(0))("x").up()
    ),
    "getOrElse" -> (b => Map.empty[String, Counter].getOrElse("x", b(0)).up()),
    "getOrElseUpdate" -> (b => mutable.HashMap.empty[String, Counter].getOrElseUpdate("x", b(0)).up()),
    "updateWith" -> (b =>
      mutable.HashMap("x" -> Counter("")).updateWith("x")(_ => b.headOption).foreach(_.up())
    ),
    "a view forced later" -> (b =>
      val view = b.view.map(c => (c, 1)).filter(_._2 == 1)
      view.toList.foreach((c, n) => c.n += n)
    ),
    "a lazy list" -> (b => LazyList.from(b).map(c => Option(c)).head.foreach(_.up())),
    "a view's key set" -> (b => b.map(c => c -> c.name).toMap.view.filterKeys(_.n >= 0).keys.foreach(_.up())),
    "mapValues" -> (b =>
      b.map(c => c.name -> c).toMap.view.mapValues(c => List(c)).values.foreach(_.foreach(_.up()))
    ),
    "an iterator" -> (b => b.iterator.map(c => c).next().up()),
    "an iterator's duplicate" -> { b =>
      val (one, two) = b.iterator.duplicate
      if one.hasNext then two.next().up()
    },
    "an iterator's buffered" -> (b =>
      val buffered: BufferedIterator[Counter] = b.iterator.buffered
      buffered.head.up()
    ),
    "an iterator concatenated" -> (b => (Iterator.empty[Counter] ++ b.iterator).foreach(_.up())),
    "an iterator grouped" -> (b => b.iterator.grouped(2).withPartial(true).flatten.foreach(_.up())),
    "an iterator's span" -> (b => b.iterator.span(_.name.isEmpty)._2.foreach(_.up())),
    "unfold" -> (b => List.unfold(b.toList)(l => l.headOption.map(c => (c, l.tail))).foreach(_.up())),
    "iterate" -> (b => Iterator.iterate(b.toList)(_.tail).takeWhile(_.nonEmpty).map(_.head).foreach(_.up())),
    "fill" -> (b => List.fill(1)(b(0)).foreach(_.up())),
    "tabulate" -> (b => Vector.tabulate(1)(b(_)).foreach(_.up())),
    "combinations" -> (b => b.combinations(1).foreach(_.foreach(_.up()))),
    "permutations" -> (b => b.permutations.foreach(_.foreach(_.up()))),
    "inits" -> (b => b.inits.take(1).foreach(_.foreach(_.up()))),
    "distinctBy" -> (b => b.concat(b).distinctBy(_.name).foreach(_.up())),
    "padTo" -> (b => List.empty[Counter].padTo(1, b(0)).foreach(_.up())),
    "patch" -> (b => List(Counter("")).patch(0, b, 1).foreach(_.up())),
    "updated" -> (b => List(Counter("")).updated(0, b(0)).foreach(_.up())),
    "prepended" -> (b => (b(0) +: Vector()).foreach(_.up())),
    "a pattern of a list" -> (b =>
      b.toList match
        case c :: Nil => c.up()
        case _ => ()
    ),
    "a pattern of a sequence" -> { case scala.collection.Seq(c) => c.up() },
    "an array" -> (b => b.toArray.map(c => c).head.up()),
    "an array's groupBy" -> (b => b.toArray.groupBy(_.name).values.foreach(_.foreach(_.up()))),
    "an array filled by copyToArray" -> (b =>
      val array = new Array[Counter](1)
      b.copyToArray(array)
      array(0).up()
    ),
    "sorted maps" -> (b => SortedMap.from(b.map(c => c.name -> c)).rangeFrom("a").head._2.up()),
    "a tree map's last" -> (b => TreeMap("c" -> b.toList).lastOption.foreach(_._2.foreach(_.up()))),
    "a queue" -> (b => mutable.Queue.from(b).dequeue().up()),
    "a priority queue" -> (b => mutable.PriorityQueue.from(b).dequeue().up()),
    "a stack" -> (b => mutable.Stack.from(b).popAll().foreach(_.up())),
    "a list of buffers" -> (b => List(b).map(_.map(identity)).foreach(_.foreach(_.up()))),
    "a map of buffers" -> (b => Map("x" -> b).map((k, v) => v -> k).keys.foreach(_.foreach(_.up()))),
    "buffers in pairs in a list" -> (b => List((1, (b, 2))).map(_._2._1).foreach(_.foreach(_.up()))),
    "a case class in a list" -> (b => List(Shelf("s", b.toList)).flatMap(_.counters).foreach(_.up())),
    "a copied case class" -> (b =>
      List(Shelf("s", Nil)).map(_.copy(more = b.headOption)).flatMap(_.more).foreach(_.up())
    ),
    "an option's toRight" -> (b => b.headOption.toRight("none").map(c => c).foreach(_.up())),
    "an option's zip" -> (b => b.headOption.zip(Option(1)).foreach((c, n) => c.n += n)),
    "an option's orElse" -> (b => Option.empty[Counter].orElse(b.headOption).foreach(_.up())),
    "an option's fold" -> (b => Option.empty[Int].fold(b(0))(_ => Counter("")).up()),
    "an option's fold to a list" -> (b => b.headOption.fold(List.empty[Counter])(List(_)).foreach(_.up())),
    "an option's toList" -> (b => b.headOption.toList.map(c => c).foreach(_.up())),
    "an either's swap" -> (b => (Left(b(0)): Either[Counter, Int]).swap.foreach(_.up())),
    "an either merged" -> (b => (Left(b(0)): Either[Counter, Counter]).merge.up()),
    "an either's getOrElse" -> (b => (Left(1): Either[Int, Counter]).getOrElse(b(0)).up()),
    "a try's map" -> (b => Try(b(0)).map(c => List(c)).toOption.foreach(_.foreach(_.up()))),
    "a try's recover" -> (b =>
      Try[Counter](throw Exception()).recover { case _: Exception => b(0) }.foreach(_.up())
    ),
    "Using" -> (b => Using(new java.io.StringReader(""))(_ => b(0)).foreach(_.up())),
    "Using.resource" -> (b => Using.resource(new java.io.StringReader(""))(_ => b).foreach(_.up())),
    "a function in a list" -> (b => List((c: Counter) => c.up()).foreach(f => b.foreach(f))),
    "a function in a map" -> (b => Map("up" -> ((c: Counter) => c.up())).get("up").foreach(b.foreach(_))),
    "functions folded" -> (b => List[Counter => Counter](identity, identity).reduce(_ andThen _)(b(0)).up()),
    "functions over each other" -> (b => List(() => b(0)).map(f => f()).foreach(_.up())),
    "a thunk in a pair" -> (b => List((1, () => b.foreach(_.up()))).foreach((_, f) => f())),
    "a function of functions" -> (b =>
      val twice: (Counter => Unit) => Counter => Unit = f => c => f(c)
      List(twice).map(_(_.up())).foreach(b.foreach(_))
    ),
    "unlift" -> (b => List(0).collect(Function.unlift((n: Int) => b.lift(n))).foreach(_.up())),
    "pipe and tap" -> { b =>
      import scala.util.chaining.scalaUtilChainingOps
      b.tap(_.size).pipe(_.headOption).foreach(_.up())
    }
  )

  val all: List[StrangerCase] =
    for
      (name, count) <- counts
      i <- List.range(0, sources(Counter("")).size)
    yield
      val counter = Counter("c")
      val (from, source) = sources(counter)(i)
      StrangerCase(s"combinators: $name, $from"):
        counter.n = 0
        handlers(_ => count(source()), _ => counter.n += 1).leave(n => expect("n", counter.n, 2 * n))
end Combinators
