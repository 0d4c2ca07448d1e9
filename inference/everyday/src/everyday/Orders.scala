package everyday

import java.util.concurrent.{ConcurrentSkipListSet, PriorityBlockingQueue}
import java.util.stream.{Collectors, Stream}
import java.util.{ArrayList, Collections, Comparator, PriorityQueue, TreeMap, TreeSet}
import scala.collection.{SortedSet, immutable, mutable}

/** Sorted collections that handlers make: an order that counts is called for what is added later, too. */
object Orders:
  private val tally = Tally()
  private val tallies = List(tally, Tally())

  /** Counts in what it compares. */
  private val byUse: Comparator[Tally] = (a, b) => a.add() - b.n
  private val using: Ordering[Tally] = (a, b) => a.add() - b.n
  private object Using extends Ordering[Tally]:
    def compare(a: Tally, b: Tally): Int = a.add() - b.n
  private val used = TreeSet[Tally](byUse)
  used.add(Tally()): Unit
  private val usedOfScala = mutable.TreeSet(Tally())(using Using)
  private final class Podium extends TreeSet[Tally](byUse)

  private val byCount: Comparator[String] = (a, b) =>
    tally.n += 1
    a.compareTo(b)

  private val counting: Ordering[String] = (a, b) =>
    tally.n += 1
    a.compareTo(b)

  private object Counting extends Ordering[String]:
    def compare(a: String, b: String): Int =
      tally.n += 1
      a.compareTo(b)

  private val sorted = TreeSet[String](byCount)
  sorted.add("a"): Unit
  private val readOnly = Collections.unmodifiableSortedSet(sorted)
  private val scalaSorted = mutable.TreeSet("a")(using Counting)
  private val immutableSorted = immutable.TreeSet("a")(using Counting)

  private final class Board extends TreeSet[String](byCount)

  val ofJava: List[Row] = List(
    Row("a set with a comparator, added to"): k =>
      val set = TreeSet[String](byCount)
      set.add(k)
      set.add(k + "y"): Unit
    ,
    Row("a map with a comparator, put to")(k => TreeMap[String, Int](byCount).put(k, 1): Unit),
    Row("a queue with a comparator, added to"): k =>
      val queue = PriorityQueue[String](byCount)
      queue.add(k)
      queue.add(k + "y"): Unit
    ,
    Row("a concurrent set with a comparator, added to")(k =>
      ConcurrentSkipListSet[String](byCount).add(k): Unit
    ),
    Row("a blocking queue with a comparator, added to"): k =>
      val queue = PriorityBlockingQueue[String](4, byCount)
      queue.add(k)
      queue.add(k + "y"): Unit
    ,
    Row("a set with a comparator, filled by a loop"): k =>
      val set = TreeSet[String](byCount)
      for c <- k + "yz" do set.add(c.toString): Unit
    ,
    Row("a set made as one in a val, added to"): k =>
      val set = TreeSet[String](sorted)
      set.add(k): Unit
    ,
    Row("a set with a comparator, the other way round"): k =>
      val set = TreeSet[String](byCount)
      set.descendingSet.add(k): Unit
    ,
    Row("the keys of a map with a comparator, asked for one"): k =>
      val map = TreeMap[String, Int](byCount)
      map.put(k, 1): Unit
      val keys = map.keySet
      keys.contains(k): Unit
    ,
    Row("a class of its own with a comparator, added to"): k =>
      val board = Board()
      board.add(k): Unit
    ,
    Row("a set in a val that cannot be changed, asked for one")(k => readOnly.contains(k): Unit),
    Row("a comparator that is turned round, in a set"): k =>
      val set = TreeSet[String](byCount.reversed)
      set.add(k): Unit
    ,
    Row("a comparator by a function, in a set"): k =>
      val set = TreeSet[String](Comparator.comparingInt[String](s => tally.add() + s.length))
      set.add(k)
      set.add(k + "y"): Unit
    ,
    Row("a stream that is collected to a set with a comparator"): k =>
      Stream.of(k, k + "y").collect(Collectors.toCollection(() => TreeSet[String](byCount))): Unit,
    Row("a stream that is collected by functions to a set with a comparator"): k =>
      Stream.of(k, k + "y").collect[TreeSet[String]](
        () => TreeSet[String](byCount),
        (s, x) => s.add(x): Unit,
        (a, b) => a.addAll(b): Unit
      ): Unit,
    Row("a list that is sorted with a comparator"): k =>
      val list = ArrayList(java.util.List.of(k, k + "y"))
      list.sort(byCount)
  )

  val ofScala: List[Row] = List(
    Row("a set with an ordering, added to"): k =>
      val set = mutable.TreeSet[String]()(using counting)
      set += k += k + "y": Unit
    ,
    Row("a set with an ordering object, added to"): k =>
      val set = mutable.TreeSet[String]()(using Counting)
      set += k += k + "y": Unit
    ,
    Row("an empty set with an ordering, added to"): k =>
      val set = mutable.SortedSet.empty[String](using counting)
      set += k += k + "y": Unit
    ,
    Row("a builder of sets with an ordering"): k =>
      val builder = immutable.TreeSet.newBuilder[String](using counting)
      builder += k += k + "y"
      builder.result().size: Unit
    ,
    Row("a list to a sorted set, added to"): k =>
      val set = List[String]().to(SortedSet.evidenceIterableFactory[String](using counting))
      set.concat(List(k, k + "y")).size: Unit
    ,
    Row("an immutable set with an ordering, added to"): k =>
      val set = immutable.TreeSet.empty[String](using counting)
      ((set + k) + (k + "y")).size: Unit
    ,
    Row("an immutable set in a val, added to twice")(k => ((immutableSorted + k) + (k + "y")).size: Unit),
    Row("an immutable map with an ordering, added to"): k =>
      val map = immutable.TreeMap.empty[String, Int](using counting)
      map.updated(k, 1).updated(k + "y", 2).size: Unit
    ,
    Row("a queue with an ordering, added to"): k =>
      val queue = mutable.PriorityQueue.empty[String](using counting)
      queue += k += k + "y": Unit
    ,
    Row("a set with an ordering that is turned round"): k =>
      val set = mutable.TreeSet[String]()(using counting.reverse)
      set += k += k + "y": Unit
    ,
    Row("a copy of a set in a val, added to")(k => scalaSorted.clone().add(k): Unit),
    Row("a part of a set in a val, added to")(k => scalaSorted.filter(_.nonEmpty).add(k): Unit),
    Row("the sorted keys of a list"): k =>
      List(k, k + "y").sorted(using counting): Unit,
    Row("a set with an ordering by a function"): k =>
      given Ordering[String] = Ordering.by(s => tally.add() + s.length)
      val set = mutable.TreeSet[String]()
      set += k += k + "y": Unit
  )

  /** The comparators change the elements that they compare. */
  val ofElements: List[Row] = List(
    Row("a set whose comparator counts in its elements"): _ =>
      val set = TreeSet[Tally](byUse)
      set.add(Tally())
      set.add(tally): Unit
    ,
    Row("a set whose comparator counts in its elements, added at once"): _ =>
      val set = TreeSet[Tally](byUse)
      set.addAll(java.util.List.of(tally, Tally())): Unit
    ,
    Row("a map whose comparator counts in its keys"): _ =>
      val map = TreeMap[Tally, Int](byUse)
      map.put(Tally(), 1)
      map.put(tally, 1): Unit
    ,
    Row("the keys of a map whose comparator counts in them"): _ =>
      val map = TreeMap[Tally, Int](byUse)
      map.put(Tally(), 1): Unit
      val keys = map.keySet
      println(keys.contains(tally))
    ,
    Row("a part of a map whose comparator counts in its keys"): _ =>
      val map = TreeMap[Tally, Int](byUse)
      map.put(Tally(), 1): Unit
      println(map.descendingMap.get(tally))
    ,
    Row("a queue whose comparator counts in its elements"): _ =>
      val queue = PriorityQueue[Tally](byUse)
      queue.add(Tally())
      queue.add(tally): Unit
    ,
    Row("a concurrent set whose comparator counts in its elements"): _ =>
      val set = ConcurrentSkipListSet[Tally](byUse)
      set.add(tally): Unit
    ,
    Row("a set made as one in a val whose comparator counts in its elements"): _ =>
      val set = TreeSet[Tally](used)
      set.add(tally): Unit
    ,
    Row("a set of its own class whose comparator counts in its elements"): _ =>
      val podium = Podium()
      podium.add(tally): Unit
    ,
    Row("a set with a comparator that is turned round and counts in its elements"): _ =>
      val set = TreeSet[Tally](byUse.reversed)
      set.add(tally): Unit
    ,
    Row("a view of a set whose comparator counts in its elements"): _ =>
      val set = TreeSet[Tally](byUse)
      val view = Collections.synchronizedSet(set)
      view.add(tally): Unit
    ,
    Row("a stream collected to a set whose comparator counts in its elements"): _ =>
      Stream.of(tally, Tally()).collect(Collectors.toCollection(() => TreeSet[Tally](byUse))): Unit,
    Row("a stream collected to a set in a val whose comparator counts in its elements"): _ =>
      Stream.of(tally).collect(Collectors.toCollection(() => used)): Unit,
    Row("a stream collected by functions to a set whose comparator counts"): _ =>
      Stream.of(tally).collect[TreeSet[Tally]](
        () => TreeSet[Tally](byUse),
        (s, x) => s.add(x): Unit,
        (a, b) => a.addAll(b): Unit
      ): Unit,
    Row("a stream sorted with a comparator that counts in its elements"): _ =>
      Stream.of(tally, Tally()).sorted(byUse).toList: Unit,
    Row("a list of shared objects sorted with a comparator that counts in them"): _ =>
      val list = ArrayList[Tally](java.util.List.of(tally, Tally()))
      list.sort(byUse)
    ,
    Row("Scala's set whose ordering counts in its elements"): _ =>
      val set = mutable.TreeSet[Tally]()(using using)
      set += Tally() += tally: Unit
    ,
    Row("Scala's set with an ordering object that counts in its elements"): _ =>
      val set = mutable.TreeSet[Tally]()(using Using)
      set += Tally() += tally: Unit
    ,
    Row("Scala's empty set whose ordering counts in its elements"): _ =>
      val set = mutable.SortedSet.empty[Tally](using Using)
      set += Tally() += tally: Unit
    ,
    Row("Scala's map whose ordering counts in its keys"): _ =>
      val map = mutable.TreeMap[Tally, Int]()(using using)
      map(Tally()) = 1
      map(tally) = 1
    ,
    Row("Scala's queue whose ordering counts in its elements"): _ =>
      val queue = mutable.PriorityQueue[Tally]()(using using)
      queue += Tally() += tally: Unit
    ,
    Row("Scala's builder whose ordering counts in the elements"): _ =>
      val builder = immutable.TreeSet.newBuilder[Tally](using using)
      builder += Tally() += tally
      println(builder.result().size)
    ,
    Row("Scala's builder of queues whose ordering counts in the elements"): _ =>
      val builder = mutable.PriorityQueue.newBuilder[Tally](using Using)
      builder += Tally() += tally
      println(builder.result().size)
    ,
    Row("Scala's list to a set whose ordering counts in its elements"): _ =>
      println(tallies.to(SortedSet.evidenceIterableFactory[Tally](using using)).size),
    Row("an empty list to a set whose ordering counts in its elements"): _ =>
      val set = List[Tally]().to(SortedSet.evidenceIterableFactory[Tally](using using))
      println(set.union(tallies.toSet).size)
    ,
    Row("Scala's immutable set whose ordering counts in its elements"): _ =>
      println((immutable.TreeSet.empty[Tally](using using) + Tally() + tally).size),
    Row("a copy of Scala's set in a val whose ordering counts in its elements")(_ =>
      usedOfScala.clone().add(tally): Unit
    ),
    Row("a set made by a collect of Scala's whose ordering counts in its elements"): _ =>
      given Ordering[Tally] = using
      println(List(1).to(immutable.TreeSet).size)
      println(tallies.to(immutable.TreeSet).map(t => t.n).size)
    ,
    Row("a map of Scala's sorted by keys that are counted in"): _ =>
      given Ordering[Tally] = using
      println(immutable.SortedMap.from(tallies.map(_ -> 1)).updated(tally, 2).size)
  )

  val all: List[Row] = ofJava ++ ofScala ++ ofElements
end Orders
