package stranger

import java.util.concurrent.{
  ConcurrentHashMap,
  ConcurrentLinkedQueue,
  ConcurrentSkipListMap,
  CopyOnWriteArrayList,
  PriorityBlockingQueue
}
import java.util.stream.Collectors
import java.util.{
  ArrayDeque,
  ArrayList,
  Arrays,
  Collections,
  Comparator,
  HashMap,
  HashSet,
  Objects,
  PriorityQueue,
  TreeMap,
  TreeSet
}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** Services whose elements remember how they were asked: they are compared, hashed and shown by libraries. */
object Elements:
  final class Meter:
    var calls, less, more = 0
    def compared(c: Int): Int =
      calls += 1
      if c < 0 then less += 1 else more += 1
      c
    def wrong: Option[String] =
      expect("comparisons", less + more, calls).orElse(require("compared", calls > 0))

  final class Rank(val n: Int, meter: Meter) extends Comparable[Rank]:
    def compareTo(o: Rank): Int = meter.compared(Integer.compare(n, o.n))

  /** One service for each way in which a library compares its elements. */
  private def ranked(name: String)(make: (Vector[Rank], Meter) => List[Int => Unit]): StrangerCase =
    StrangerCase(s"ranks: $name"):
      val meter = Meter()
      val ranks = Vector.tabulate(8)(i => Rank(i * 5 % 8, meter))
      val all = make(ranks, meter)
      handlers((all ++ all)*).leave(_ => meter.wrong)

  private val heapPoll = ranked("a heap polled and filled"): (ranks, _) =>
    val heap = PriorityQueue[Rank](ranks.asJava)
    List { _ =>
      val r = heap.poll()
      heap.offer(r): Unit
    }

  private val heapOnlyPoll = ranked("a heap polled while another is"): (ranks, _) =>
    val (a, b) = (PriorityQueue[Rank](ranks.asJava), PriorityQueue[Rank](ranks.asJava))
    List(
      _ => if !a.isEmpty then a.poll(): Unit,
      _ => if !b.isEmpty then b.poll(): Unit
    )

  private val blockingHeaps = ranked("blocking heaps polled"): (ranks, _) =>
    val (a, b) = (PriorityBlockingQueue[Rank](ranks.asJava), PriorityBlockingQueue[Rank](ranks.asJava))
    List(_ => Option(a.poll()).foreach(a.put), _ => Option(b.poll()).foreach(b.put))

  private val sortNull = ranked("a list sorted in its own order"): (ranks, _) =>
    val list = ArrayList[Rank](ranks.asJava)
    List(_ => list.sort(null), _ => Collections.sort(list))

  private val maxOfList = ranked("the greatest of lists that nobody changes"): (ranks, _) =>
    val list = java.util.List.copyOf(ranks.asJava)
    List(_ => Collections.max(list): Unit, _ => Collections.min(list): Unit)

  private val sortedStream = ranked("a stream of a list, sorted"): (ranks, _) =>
    val list = ArrayList[Rank](ranks.asJava)
    List(
      _ => list.stream.sorted().toList.size: Unit,
      _ => list.stream.max(Comparator.naturalOrder[Rank]).isPresent: Unit
    )

  private val naturalOrder = ranked("a set with the natural order"): (ranks, _) =>
    val set = TreeSet[Rank](Comparator.naturalOrder[Rank])
    set.addAll(ranks.asJava)
    val probe = ranks(3)
    List(_ => set.contains(probe): Unit, _ => set.headSet(probe).size: Unit)

  private val reverseOrder = ranked("a list in the reverse order"): (ranks, _) =>
    val list = ArrayList[Rank](ranks.asJava)
    List(
      _ => list.sort(Collections.reverseOrder[Rank]),
      _ => Collections.max(list, Comparator.reverseOrder[Rank]): Unit
    )

  private val treeFromList = ranked("a tree made of a list"): (ranks, _) =>
    val list = ArrayList[Rank](ranks.asJava)
    List(
      _ => TreeSet[Rank](list).size: Unit,
      _ => TreeMap[Rank, Int](list.asScala.map(r => r -> 1).toMap.asJava).size: Unit
    )

  private val arrays = ranked("an array of objects sorted and searched"): (ranks, _) =>
    val array: Array[AnyRef] = ranks.toArray[AnyRef]
    val probe = ranks(2)
    List(_ => Arrays.sort(array), _ => Arrays.binarySearch(array, probe): Unit)

  private val concurrentTree = ranked("a concurrent tree asked"): (ranks, _) =>
    val map = ConcurrentSkipListMap[Rank, Int]()
    for r <- ranks do map.put(r, r.n)
    val probe = ranks(4)
    List(_ => map.get(probe): Unit, _ => map.headMap(probe).size: Unit)

  private val scalaSorted = ranked("a vector sorted by Scala"): (ranks, _) =>
    List(_ => ranks.sorted.size: Unit, _ => ranks.max.n: Unit, _ => ranks.sortBy(identity).size: Unit)

  private val scalaHeap = ranked("a heap of Scala's dequeued"): (ranks, _) =>
    val (a, b) = (mutable.PriorityQueue.from(ranks), mutable.PriorityQueue.from(ranks))
    List(_ => a.enqueue(a.dequeue()), _ => b.enqueue(b.dequeue()))

  private val scalaTree = ranked("a tree of Scala's"): (ranks, _) =>
    val set = mutable.TreeSet.from(ranks)
    val probe = ranks(1)
    List(_ => set.contains(probe): Unit, _ => set.rangeUntil(probe).size: Unit)

  private val tuples = ranked("pairs sorted by both parts"): (ranks, _) =>
    val pairs = ranks.map(r => (1, r))
    List(_ => pairs.sorted.size: Unit, _ => pairs.max: Unit)

  private val entries = ranked("entries compared by value"): (ranks, _) =>
    val map = HashMap[Int, Rank]()
    for r <- ranks do map.put(r.n, r)
    List(
      _ => map.entrySet.stream.sorted(java.util.Map.Entry.comparingByValue[Int, Rank]()).toList.size: Unit,
      _ => Collections.max(map.values): Unit
    )

  private val collectors = ranked("the greatest by a collector"): (ranks, _) =>
    val list = ArrayList[Rank](ranks.asJava)
    List(
      _ => list.stream.collect(Collectors.maxBy(Comparator.naturalOrder[Rank])).isPresent: Unit,
      _ => list.stream.collect(Collectors.toCollection(() => TreeSet[Rank]())).size: Unit
    )

  final class Work(val id: Int, var priority: Int) extends Comparable[Work]:
    def compareTo(o: Work): Int = Integer.compare(priority, o.priority)

  private val priorities = StrangerCase("work in the order of priorities that change"):
    val work = Vector.tabulate(8)(i => Work(i, i))
    val order = ArrayList[Work](work.asJava)
    handlers(i => work(i % 8).priority += 1, _ => order.sort(null))
      .leave(n =>
        expect(
          "priorities",
          work.map(_.priority).sum,
          28 + n
        ).orElse(expect("work", order.asScala.toSet.size, 8))
      )

  private val prioritiesByComparator =
    StrangerCase("work in the order of a comparator that reads priorities"):
      val work = Vector.tabulate(8)(i => Work(i, i))
      val order = ArrayList[Work](work.asJava)
      val urgent: Comparator[Work] = (a, b) => Integer.compare(b.priority, a.priority)
      handlers(
        i => work(i % 8).priority += 1,
        _ => order.sort(urgent),
        _ => order.sort(Comparator.comparingInt(w => w.priority))
      )
        .leave(n =>
          expect(
            "priorities",
            work.map(_.priority).sum,
            28 + n
          ).orElse(expect("work", order.asScala.toSet.size, 8))
        )

  final class Tag(val name: String, uses: Array[Int]):
    override def hashCode: Int =
      uses(0) += 1
      name.hashCode
    override def equals(o: Any): Boolean = o match
      case t: Tag =>
        uses(1) += 1
        uses(2) += 1
        t.name == name
      case _ => false
    override def toString: String =
      uses(3) += 1
      uses(4) += 1
      name

  /** One service for each way in which a library hashes, compares or shows its elements. */
  private def tagged(name: String)(make: Vector[Tag] => List[(Int => Unit, Int)]): StrangerCase =
    StrangerCase(s"tags: $name"):
      val uses = new Array[Int](5)
      val (all, hashes) = make(Vector.tabulate(4)(i => Tag(s"t$i", uses))).unzip
      java.util.Arrays.fill(uses, 0)
      handlers((all ++ all)*).leave: n =>
        expect("equals", uses(1), uses(2)).orElse(expect("shown", uses(3), uses(4)))
          .orElse(if hashes.contains(-1) then None else expect("hashed", uses(0), 2 * n * hashes.sum))

  private val hashSet = tagged("a hash set asked"): tags =>
    val set = HashSet[Tag](tags.asJava)
    val probe = tags(1)
    List((_ => set.contains(probe): Unit, 1), (_ => set.contains(tags(2)): Unit, 1))

  private val hashes = tagged("hash codes"): tags =>
    List((_ => tags.hashCode: Unit, 4), (_ => Objects.hash(tags(0), tags(1)): Unit, 2))

  private val groupedByTag = tagged("grouping by tag"): tags =>
    List(
      (_ => tags.groupBy(identity).size: Unit, -1),
      (_ => tags.toSet.size: Unit, -1),
      (_ => tags.distinct.size: Unit, -1)
    )

  private val indexOf = tagged("the index of an equal tag"): tags =>
    val list = ArrayList[Tag](tags.asJava)
    val probe = Tag("t3", new Array[Int](5))
    List(
      (_ => list.indexOf(tags(2)): Unit, 0),
      (_ => tags.indexOf(tags(3)): Unit, 0),
      (_ => list.contains(probe): Unit, 0)
    )

  private val shown = tagged("tags shown"): tags =>
    List(
      (_ => tags.mkString(","): Unit, 0),
      (_ => s"${tags(0)} and ${tags.head}": Unit, 0),
      (_ => String.valueOf(tags(1)): Unit, 0),
      (_ => java.lang.StringBuilder().append(tags(2)): Unit, 0),
      (_ => "%s".format(tags(0)): Unit, 0)
    )

  private val concurrentHash = tagged("a concurrent map by tag"): tags =>
    val map = ConcurrentHashMap[Tag, Int]()
    for t <- tags do map.put(t, 0)
    List((_ => map.merge(tags(0), 1, _ + _): Unit, 1), (_ => map.get(tags(1)): Unit, 1))

  private val copyOnWrite = tagged("listeners looked up in concurrent lists"): tags =>
    val (list, queue) = (CopyOnWriteArrayList[Tag](tags.asJava), ConcurrentLinkedQueue[Tag](tags.asJava))
    val probe = tags(3)
    List((_ => list.addIfAbsent(probe): Unit, 0), (_ => queue.contains(probe): Unit, 0))

  private val scalaMap = tagged("Scala maps by tag"): tags =>
    val (fixed, changing) = (tags.map(t => t -> 1).toMap, mutable.HashMap.from(tags.map(t => t -> 1)))
    List(
      (_ => fixed.get(tags(0)): Unit, -1),
      (_ => changing.get(tags(1)): Unit, -1),
      (_ => changing(tags(2)) += 1, -1)
    )

  private val inCaseClass = tagged("tags as parts of case classes"): tags =>
    final case class Key(tag: Tag, n: Int)
    val (a, b) = (Key(tags(0), 1), Key(tags(0), 1))
    List(
      (_ => a.hashCode: Unit, 1),
      (_ => if a != b then throw IllegalStateException("equal"), 0),
      (_ => a.toString: Unit, 0)
    )

  private val removal = tagged("a tag removed and added"): tags =>
    val deque = ArrayDeque[Tag](tags.asJava)
    val buffer = mutable.ArrayBuffer.from(tags)
    List(
      (_ => { deque.remove(tags(1)); deque.add(tags(1)) }: Unit, 0),
      (_ => { buffer -= tags(2); buffer += tags(2) }: Unit, 0)
    )

  val all: List[StrangerCase] = List(
    heapPoll,
    heapOnlyPoll,
    blockingHeaps,
    sortNull,
    maxOfList,
    sortedStream,
    naturalOrder,
    reverseOrder,
    treeFromList,
    arrays,
    concurrentTree,
    scalaSorted,
    scalaHeap,
    scalaTree,
    tuples,
    entries,
    collectors,
    priorities,
    prioritiesByComparator,
    hashSet,
    hashes,
    groupedByTag,
    indexOf,
    shown,
    concurrentHash,
    copyOnWrite,
    scalaMap,
    inCaseClass,
    removal
  )
end Elements
