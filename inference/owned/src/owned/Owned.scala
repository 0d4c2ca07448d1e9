package owned

import java.sql.SQLException
import java.util.Enumeration
import java.util.concurrent.atomic.AtomicReference
import scala.collection.mutable

import com.fasterxml.jackson.core.JsonProcessingException

/** Classes of an application that extend what libraries define. */
object Owned:
  final class Counter:
    var n = 0

  /** An exception that hands out shared state. */
  final class Bad(val counter: Counter) extends RuntimeException("bad")

  trait Names extends mutable.Buffer[Int]
  final class KeptNames extends mutable.ArrayDeque[Int] with Names
  final class Log extends java.util.ArrayList[Int]

  final class Cursor(counter: Counter) extends java.util.Iterator[Counter]:
    def hasNext = true
    def next(): Counter = counter

  final class Listing(counter: Counter) extends Enumeration[Counter]:
    def hasMoreElements = true
    def nextElement(): Counter = counter

  final class Basket(counter: Counter) extends java.lang.Iterable[Counter]:
    def iterator(): java.util.Iterator[Counter] = Cursor(counter)

  final class State(counter: Counter):
    var error: SQLException = SQLException("x", Bad(counter))
    var unreadable: JsonProcessingException =
      com.fasterxml.jackson.databind.JsonMappingException(null, "x", Bad(counter))
    var items: Items[Int] = KeptItems[Int]()
    var nested: List[Items[Int]] = List(items)
    var names: Names = KeptNames()
    var log: Log = Log()
end Owned

/** Handlers that change shared state which only the application's own classes hold, below code of libraries:
  * by name, with what each changes.
  */
final class Owned(val counter: Owned.Counter):
  import java.util.Collections
  import scala.jdk.CollectionConverters.*

  import Owned.*

  val state = State(counter)
  private val failure = SQLException("x", Bad(counter))
  private val failures = mutable.Map("a" -> failure)
  private val outcome: Either[SQLException, Int] = Left(failure)
  private val cursor = Cursor(counter)
  private val cursors = List(cursor)
  private val inReference = AtomicReference(cursor)
  private val listing = Listing(counter)
  private val basket = Basket(counter)
  private val itemsInReference = AtomicReference(state.items)
  private val counting: Ordering[Counter] = byCount
  private val queue = java.util.concurrent.LinkedBlockingQueue[Int]()

  private def byCount: Ordering[Counter] = Ordering.by { c =>
    c.n += 1; c.n
  }
  private def bump(e: Throwable | Null): Unit = e match
    case b: Bad => b.counter.n += 1
    case _ => ()

  private type Way = (String, AnyRef, String => Unit)
  private def way(name: String)(handler: String => Unit): Way = (name, counter, handler)
  private def changes(o: AnyRef, name: String)(handler: String => Unit): Way = (name, o, handler)

  val causes: List[Way] = List(
    way("the cause of an SQL exception in a variable")(_ => bump(state.error.getCause)),
    way("the cause of an SQL exception in a val")(_ => bump(failure.getCause)),
    way("the cause of an SQL exception that was caught"): _ =>
      try throw SQLException("x", Bad(counter))
      catch case e: SQLException => bump(e.getCause),
    way("the cause of a transient SQL exception that was caught"): _ =>
      try throw java.sql.SQLTransientException("x", Bad(counter))
      catch case e: java.sql.SQLTransientException => bump(e.getCause),
    way("the cause of an SQL exception that was caught as another"): _ =>
      try throw SQLException("x", Bad(counter))
      catch
        case e: Exception => e match
            case s: SQLException => bump(s.getCause)
            case _ => ()
    ,
    way("the cause of an SQL exception around another that was caught"): _ =>
      try
        try throw Bad(counter)
        catch case e: Bad => throw SQLException("wrapped", e)
      catch case e: SQLException => bump(e.getCause),
    way("the cause of the next SQL exception")(_ => bump(state.error.getNextException.getCause)),
    way("the cause of the next SQL exception, which was set"): _ =>
      val e = SQLException("a")
      e.setNextException(failure)
      bump(e.getNextException.getCause)
    ,
    way("the cause of an SQL exception in a map")(_ => failures.get("a").foreach(e => bump(e.getCause))),
    way("the cause of an SQL exception in an Either")(_ => outcome.left.foreach(e => bump(e.getCause))),
    way("the cause of an SQL exception, folded")(_ => outcome.fold(e => bump(e.getCause), _ => ())),
    way("the cause of a third party's exception")(_ => bump(state.unreadable.getCause))
  )

  val converted: List[Way] = List(
    way("a new iterator of its own, as Scala's")(_ => Cursor(counter).asScala.next().n += 1),
    way("a new iterator of its own, taken from")(_ => Cursor(counter).asScala.take(1).foreach(_.n += 1)),
    way("an iterator of its own in a val")(_ => cursor.asScala.next().n += 1),
    way("an iterator of its own in a val, taken from")(_ => cursor.asScala.take(1).foreach(_.n += 1)),
    way("an iterator of its own in a list")(_ => cursors.head.asScala.next().n += 1),
    way("an iterator of its own in a list, mapped")(_ => cursors.map(_.asScala).foreach(_.next().n += 1)),
    way("an iterator of its own in a reference")(_ => inReference.get.asScala.next().n += 1),
    way("an iterator of a class inside of the handler"): _ =>
      final class Inner extends java.util.Iterator[Counter]:
        def hasNext = true
        def next(): Counter = counter
      Inner().asScala.next().n += 1
    ,
    way("a new enumeration of its own")(_ => Listing(counter).asScala.take(1).foreach(_.n += 1)),
    way("an enumeration of its own in a val")(_ => listing.asScala.next().n += 1),
    way("an iterable of its own in a val")(_ => basket.asScala.head.n += 1),
    way("a function as an iterable"): _ =>
      val all: java.lang.Iterable[Counter] = () => Cursor(counter)
      all.asScala.foreach(_.n += 1)
    ,
    way("a function as an iterable, its iterator"): _ =>
      val all: java.lang.Iterable[Counter] = () => Cursor(counter)
      all.asScala.iterator.next().n += 1
  )

  val variables: List[Way] = List(
    changes(state.items, "a list of an interface, as Scala's")(_ => state.items.asScala += 1),
    changes(state.items, "a list of an interface, cleared as Scala's")(_ => state.items.asScala.clear()),
    changes(state.items, "a list of an interface, removed from")(_ => state.items.asScala.remove(0): Unit),
    changes(state.items, "a list of an interface, synchronized"): _ =>
      Collections.synchronizedList(state.items).add(1): Unit,
    changes(state.items, "a list of an interface, checked"): _ =>
      Collections.checkedList(state.items, classOf[Int]).add(1): Unit,
    changes(state.items, "a list of an interface, shuffled")(_ => Collections.shuffle(state.items)),
    changes(state.items, "a list of an interface, drained to")(_ => queue.drainTo(state.items): Unit),
    changes(state.items, "a list of an interface in a list")(_ => state.nested.foreach(_.asScala += 1)),
    changes(state.items, "a list of an interface in a list, mapped"): _ =>
      state.nested.map(_.asScala).foreach(_ += 1),
    changes(state.items, "a list of an interface in a reference"): _ =>
      itemsInReference.get.asScala += 1,
    changes(state.names, "a buffer of a trait, as Java's")(_ => state.names.asJava.add(1): Unit),
    changes(state.names, "a part of a buffer of a trait"): _ =>
      state.names.asJava.subList(0, 0).add(1): Unit,
    changes(state.log, "a list of its own class, shuffled")(_ => Collections.shuffle(state.log)),
    changes(state.log, "a list of its own class, reversed")(_ => Collections.reverse(state.log)),
    changes(state.log, "a list of its own class, drained to")(_ => queue.drainTo(state.log): Unit),
    changes(state.log, "a list of its own class, collected to"): _ =>
      java.util.stream.Stream.of(1).collect(java.util.stream.Collectors.toCollection(() => state.log)): Unit
  )

  private final class Board extends java.util.TreeSet[Counter](byCount)
  private val ranked = java.util.TreeSet[Counter](byCount)
  private val fixed = Collections.unmodifiableSortedSet(ranked)

  /** Sorted collections of Java's that a handler makes. */
  val sorted: List[Way] = List(
    way("a set")(_ => java.util.TreeSet[Counter](byCount).add(counter): Unit),
    way("a set, added to in two steps"): _ =>
      val set = java.util.TreeSet[Counter](byCount)
      set.add(Counter())
      set.add(counter): Unit
    ,
    way("a set, more added at once"): _ =>
      java.util.TreeSet[Counter](byCount).addAll(java.util.List.of(counter)): Unit,
    way("a set, asked")(_ => java.util.TreeSet[Counter](byCount).contains(counter): Unit),
    way("a map")(_ => java.util.TreeMap[Counter, Int](byCount).put(counter, 1): Unit),
    way("the keys of a map, asked"): _ =>
      java.util.TreeMap[Counter, Int](byCount).keySet.contains(counter): Unit,
    way("a map the other way round")(_ =>
      java.util.TreeMap[Counter, Int](byCount).descendingMap.put(counter, 1): Unit
    ),
    way("a queue")(_ => java.util.PriorityQueue[Counter](byCount).add(counter): Unit),
    way("a concurrent set")(_ =>
      java.util.concurrent.ConcurrentSkipListSet[Counter](byCount).add(counter): Unit
    ),
    way("a set behind a wrapper")(_ =>
      Collections.synchronizedSet(java.util.TreeSet[Counter](byCount)).add(counter): Unit
    ),
    way("a set in a list"): _ =>
      java.util.List.of(java.util.TreeSet[Counter](byCount)).get(0).add(counter): Unit,
    way("a set made as another one")(_ => java.util.TreeSet[Counter](ranked).add(counter): Unit),
    way("a set made as another new one"): _ =>
      val first = java.util.TreeSet[Counter](byCount)
      val second = java.util.TreeSet[Counter](first: java.util.SortedSet[Counter])
      second.add(counter): Unit
    ,
    way("a queue made as another new one"): _ =>
      java.util.PriorityQueue[Counter](java.util.PriorityQueue[Counter](byCount)).add(counter): Unit,
    way("a copy of a copy of a map"): _ =>
      val first = java.util.TreeMap[Counter, Int](byCount)
      val second = java.util.TreeMap[Counter, Int](first: java.util.SortedMap[Counter, Int])
      java.util.TreeMap[Counter, Int](second: java.util.SortedMap[Counter, Int]).put(counter, 1): Unit
    ,
    way("a set that cannot be changed, asked")(_ => fixed.contains(counter): Unit),
    way("a set of its own class")(_ => Board().add(counter): Unit),
    way("a set with a comparator that is turned round")(_ =>
      java.util.TreeSet[Counter](byCount.reversed).add(counter): Unit
    ),
    way("a set that a stream is collected to"): _ =>
      java.util.stream.Stream.of(counter).collect(
        java.util.stream.Collectors.toCollection(() => java.util.TreeSet[Counter](byCount))
      ): Unit,
    way("a copy of a new set that a stream is collected to"): _ =>
      val first = java.util.TreeSet[Counter](byCount)
      java.util.stream.Stream.of(counter).collect(
        java.util.stream.Collectors.toCollection(() =>
          java.util.TreeSet[Counter](first: java.util.SortedSet[Counter])
        )
      ): Unit
    ,
    way("a set in a val that a stream is collected to"): _ =>
      java.util.stream.Stream.of(counter).collect(
        java.util.stream.Collectors.toCollection(() => ranked)
      ): Unit,
    way("a builder of Scala's"): _ =>
      val builder = scala.collection.immutable.TreeSet.newBuilder[Counter](using byCount)
      builder += counter: Unit
    ,
    way("a list to a sorted set"): _ =>
      List[Counter]().to(scala.collection.immutable.TreeSet.evidenceIterableFactory[Counter](using byCount))
        .incl(counter): Unit,
    way("a set of Scala's of any number")(_ => mutable.TreeSet[Counter]()(using byCount) += counter: Unit),
    way("a queue of Scala's of any number")(_ =>
      mutable.PriorityQueue[Counter]()(using byCount) += counter: Unit
    )
  )

  val orderings: List[Way] = List(
    way("a map that is made with an ordering"): _ =>
      mutable.TreeMap.from(List(Counter() -> 1))(using byCount).put(counter, 2): Unit,
    way("a map that is made with an ordering, updated"): _ =>
      val m = mutable.TreeMap.from(List(Counter() -> 1))(using byCount)
      m(counter) = 2
    ,
    way("a map that is made with an ordering, asked"): _ =>
      mutable.TreeMap.from(List(Counter() -> 1))(using byCount).contains(counter): Unit,
    way("a queue that is made with an ordering"): _ =>
      mutable.PriorityQueue.from(List(Counter()))(using byCount) += counter: Unit,
    way("a queue that is made with an ordering, added to"): _ =>
      mutable.PriorityQueue.from(List(Counter()))(using byCount) ++= List(counter): Unit,
    way("a set that is made with an ordering, from an element on"): _ =>
      mutable.TreeSet.from(List(Counter()))(using byCount).iteratorFrom(counter).hasNext: Unit,
    way("a set that is made empty with an ordering"): _ =>
      mutable.TreeSet.from(Nil: List[Counter])(using byCount) += counter: Unit,
    way("a set that is made by its trait with an ordering"): _ =>
      mutable.SortedSet.from(List(Counter()))(using byCount) += counter: Unit,
    way("a set with the ordering of a val"): _ =>
      mutable.TreeSet.from(List(Counter()))(using counting) += counter: Unit,
    way("a map with a default, asked for a key of later"): _ =>
      Map.empty[Counter, Int].withDefault { c =>
        c.n += 1; 1
      }(counter): Unit,
    way("a map with a default, changed before"): _ =>
      Map.empty[Counter, Int].withDefault { c =>
        c.n += 1; 1
      }.updated(Counter(), 1)(counter): Unit
  )
end Owned
