package everyday

import java.io.CharArrayWriter
import java.sql.Connection
import java.util.concurrent.ConcurrentHashMap
import java.util.stream.{Collectors, Stream}
import javax.sql.DataSource
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.{Failure, Success, Try, Using}

import org.h2.jdbc.JdbcConnection

/** What libraries hand out or call of an application's own objects. */
object Behind:
  private val tally = Tally()

  /** An exception that hands out what it is about. */
  final class Bad(val about: Tally) extends RuntimeException("bad")
  private def blame(e: Throwable): Unit = e match
    case b: Bad => b.about.n += 1
    case _ => ()

  private val attempt: Try[Int] = Success(1)

  val failures: List[Row] = List(
    Row("an attempt in a val whose second function fails")(_ => attempt.fold(blame, _ => throw Bad(tally))),
    Row("an attempt whose second function fails")(_ => Try(1).fold(blame, _ => throw Bad(tally))),
    Row("an attempt that fails, folded")(_ => Try(throw Bad(tally)).fold(blame, _ => ())),
    Row("an attempt whose function fails, recovered"): _ =>
      Try(1).map(_ => throw Bad(tally)).recover { case e => blame(e) }: Unit,
    Row("an attempt whose function fails, matched"): _ =>
      Try(1).map(_ => throw Bad(tally)) match
        case Failure(e) => blame(e)
        case Success(_) => ()
    ,
    Row("an attempt that fails, as an Either")(_ => Try(throw Bad(tally)).toEither.left.foreach(blame)),
    Row("an attempt whose functions fail, transformed"): _ =>
      Try(1).transform(_ => throw Bad(tally), e => Failure(e)).failed.foreach(blame),
    Row("a resource whose use fails"): _ =>
      Using(new CharArrayWriter)(_ => throw Bad(tally)).failed.foreach(blame),
    Row("a resource whose use and end fail"): _ =>
      final class Closing extends AutoCloseable:
        def close(): Unit = throw Bad(tally)
      Using(Closing())(_ => throw RuntimeException("first")).failed.foreach(_.getSuppressed.foreach(blame))
    ,
    Row("what catches exceptions, with a function"): _ =>
      scala.util.control.Exception.allCatch.withApply(blame)(throw Bad(tally))
  )

  /** The one connection that it has. */
  final class OneConnection(of: JdbcConnection, val tally: Tally) extends JdbcConnection(of):
    var uses = 0
    override def close(): Unit = tally.n += 1

  final class Single(connection: OneConnection) extends OwnSource:
    override def getConnection(): Connection = connection

  private val single =
    val first = java.sql.DriverManager.getConnection("jdbc:h2:mem:everyday")
    Single(OneConnection(first.unwrap(classOf[JdbcConnection]), tally))
  private var anySource: DataSource = single
  private val sources = mutable.Map[String, DataSource]("x" -> single)

  val lent: List[Row] = List(
    Row("a connection of a data source of its own")(_ => single.getConnection().close()),
    Row("a connection of a data source in a variable")(_ => anySource.getConnection().close()),
    Row("a connection of a data source out of a map")(k => sources(k).getConnection().close()),
    Row("a connection of its own class"): k =>
      sources(k).getConnection() match
        case own: OneConnection => own.uses += 1
        case _ => ()
    ,
    Row("a connection of its own class, of a data source in a variable"): _ =>
      anySource.getConnection() match
        case own: OneConnection => own.uses += 1
        case _ => ()
  )

  /** Says nothing of what its objects are. */
  trait Names
  final class KeptNames extends java.util.ArrayList[Int] with Names
  trait Sink extends Appendable
  final class KeptSink extends CharArrayWriter with Sink:
    override def append(c: Char): KeptSink =
      super.append(c): Unit
      this
    override def append(s: CharSequence | Null): KeptSink =
      super.append(s): Unit
      this
    override def append(s: CharSequence | Null, from: Int, until: Int): KeptSink =
      super.append(s, from, until): Unit
      this
  trait Rows extends java.lang.Iterable[Int]
  final class KeptRows extends java.util.LinkedList[Int] with Rows:
    override def spliterator(): java.util.Spliterator[Int] = super[LinkedList].spliterator()
  final class State:
    var names: Names = KeptNames()
    var sink: Sink = KeptSink()
    var rows: Rows = KeptRows()
  private val state = State()

  val variables: List[Row] = List(
    Row.writes("a variable of a trait, as a list that is shuffled", state.names): _ =>
      state.names match
        case list: java.util.List[?] => java.util.Collections.shuffle(list)
        case _ => (),
    Row.writes("a variable of a trait, as a list that is drained to", state.names): _ =>
      java.util.concurrent.LinkedBlockingQueue[Int]().drainTo(
        state.names.asInstanceOf[java.util.Collection[Int]]
      ): Unit,
    Row.writes("a variable of a trait, as a list that is added to", state.names): _ =>
      state.names.asInstanceOf[java.util.List[Int]].add(1): Unit,
    Row.writes("a variable of a trait, as Scala's list", state.names): _ =>
      state.names.asInstanceOf[java.util.List[Int]].asScala += 1: Unit,
    Row.writes("what can be appended to, in a formatter", state.sink)(k =>
      java.util.Formatter(state.sink).format(k): Unit
    ),
    Row.writes("a list as an Iterable, that is reversed", state.rows): _ =>
      state.rows match
        case list: java.util.List[?] => java.util.Collections.reverse(list)
        case _ => ()
  )

  private def listOf[A](a: A*): mutable.ArrayBuffer[A] = mutable.ArrayBuffer.from(a)
  private def wrapped[A](a: A): List[A] = a :: Nil
  private def arrayOf(a: AnyRef*): Array[AnyRef] = a.toArray

  private def listed[A](a: Iterable[A]): List[A] = a.toList
  private def vectored[A](a: A*): Vector[A] = a.toVector
  private def mapped[A](a: A): List[A] = List(1).map(_ => a)

  val copies: List[Row] = List(
    Row("a list in a list, each listed by one method")(_ =>
      listed(listed(listed(Set(tally)) :: Nil)).head.head.n += 1
    ),
    Row("a vector in a vector, by one method")(_ => vectored(vectored(tally)).head.head.n += 1),
    Row("a vector in a vector, by one method, as a list")(_ =>
      vectored(vectored(tally)).toList.head.head.n += 1
    ),
    Row("a list in a list, mapped by one method")(_ => mapped(mapped(tally)).head.head.n += 1),
    Row("a list in a list, mapped by one method, as a list of lists"): _ =>
      val lists = mapped(mapped(tally))
      for list <- lists.toVector; t <- list do t.n += 1
    ,
    Row("a list in a list, by one method, as a list")(_ => listOf(listOf(tally)).toList.head.head.n += 1),
    Row("a list in a list, by one method, as a vector")(_ => listOf(listOf(tally)).toVector.head.head.n += 1),
    Row("a list in a list, by one method")(_ => listOf(listOf(tally)).head.head.n += 1),
    Row("a list in a list, by one method, copied to a buffer")(_ =>
      listOf(listOf(tally)).toBuffer.head.head.n += 1
    ),
    Row("a list in a list in a list, by one method"): _ =>
      listOf(listOf(listOf(tally))).toList.head.toList.head.toList.head.n += 1,
    Row("a list of one in a list of one")(_ => wrapped(wrapped(tally)).head.head.n += 1),
    Row("a list of one in a list of one, as a vector")(_ =>
      wrapped(wrapped(tally)).toVector.head.head.n += 1
    ),
    Row("an array in an array, by one method"): _ =>
      arrayOf(arrayOf(tally))(0).asInstanceOf[Array[AnyRef]](0).asInstanceOf[Tally].n += 1
  )

  /** Whose hash code and comparison count. */
  final class Key(val text: String):
    override def hashCode: Int =
      tally.n += 1
      text.hashCode
    override def equals(other: Any): Boolean = other match
      case k: Key =>
        tally.n += 1
        k.text == text
      case _ => false
    override def toString: String = s"${tally.add()}$text"

  private val keys = List(Key("a"), Key("b"))

  /** Whose hash code changes itself. */
  final class Keyed(val text: String):
    var hits = 0
    override def hashCode: Int =
      hits += 1
      text.hashCode
    override def equals(other: Any): Boolean = other match
      case k: Keyed =>
        hits += 1
        k.text == text
      case _ => false
    override def toString: String =
      hits += 1
      text
  private val byText = mutable.Map("x" -> Keyed("x"), "y" -> Keyed("y"))

  /** Objects that are known by their type only. */
  val hashedOfOthers: List[Row] = List(
    Row("a stream of found keys without what is twice in it")(k =>
      Stream.of(k, k).map(byText(_)).distinct().toList: Unit
    ),
    Row("a stream of found keys collected to a set")(k =>
      Stream.of(k, k).map(byText(_)).collect(Collectors.toSet): Unit
    ),
    Row("a stream grouped by a found key")(k =>
      Stream.of(k, k).collect(Collectors.groupingBy(byText(_))): Unit
    ),
    Row("a stream collected to a map by a found key"): k =>
      Stream.of(k).collect(Collectors.toMap[String, Keyed, Int](byText(_), _ => 1)): Unit,
    Row("a list of found keys as a set")(k => List(k, k, "y").map(byText(_)).toSet.size: Unit),
    Row("a list grouped by a found key")(k => List(k, k).groupBy(byText(_)): Unit),
    Row("a list without what has the same found key")(k => List(k, k).distinctBy(byText(_)): Unit),
    Row("a list grouped and mapped by a found key")(k => List(k, k).groupMap(byText(_))(_.length): Unit),
    Row("a list grouped and summed by a found key")(k =>
      List(k, k).groupMapReduce(byText(_))(_.length)(_ + _): Unit
    ),
    Row("a list as a map by a found key")(k => mutable.HashMap.from(List(k, k).map(byText(_) -> 1)): Unit),
    Row("all found keys as a set")(_ => byText.values.toSet.size: Unit),
    Row("all found keys as a stream without what is twice in it")(_ =>
      byText.values.asJavaCollection.stream.distinct().toList: Unit
    ),
    Row("a list of found keys as text")(k => println(List(k).map(byText(_)).mkString)),
    Row("all found keys as text")(_ => println(byText.values.mkString)),
    Row("the difference of lists of found keys")(k => println(List(k).map(byText(_)).diff(List(byText(k))))),
    Row("a set of Java's with a found key"): k =>
      val found: Keyed = byText(k)
      java.util.HashSet[Keyed]().add(found): Unit
    ,
    Row("a map of Java's merged with a found key"): k =>
      val found = byText(k)
      println(found.text)
      java.util.HashMap[Keyed, Int]().merge(found, 1, (a, b) => a + b): Unit
  )

  private val concurrent = ConcurrentHashMap[String, Int](java.util.Map.of("a", 1, "b", 2))

  val hashed: List[Row] = List(
    Row("a stream without what is twice in it")(_ => keys.asJava.stream.distinct().count(): Unit),
    Row("a stream of new keys without what is twice in it"): k =>
      Stream.of(k, k).map(Key(_)).distinct().toList: Unit,
    Row("a stream collected to a set")(k => Stream.of(k, k).map(Key(_)).collect(Collectors.toSet): Unit),
    Row("a stream grouped by a new key")(k => Stream.of(k, k).collect(Collectors.groupingBy(Key(_))): Unit),
    Row("a stream collected to a map by a new key"): k =>
      Stream.of(k).collect(Collectors.toMap[String, Key, Int](Key(_), _ => 1)): Unit,
    Row("a stream joined as text")(k => Stream.of(k).map(Key(_).toString).collect(Collectors.joining): Unit),
    Row("a list as a set")(k => List(k, k).map(Key(_)).toSet: Unit),
    Row("a list grouped by a new key")(k => List(k, k).groupBy(Key(_)): Unit),
    Row("a list without what has the same new key")(k => List(k, k).distinctBy(Key(_)): Unit),
    Row("a list grouped and mapped by a new key")(k => List(k, k).groupMap(Key(_))(_.length): Unit),
    Row("a list grouped and summed by a new key")(k =>
      List(k, k).groupMapReduce(Key(_))(_.length)(_ + _): Unit
    ),
    Row("a list as a map by a new key")(k => List(k, k).map(Key(_) -> 1).toMap: Unit),
    Row("a list zipped to a map by a new key")(k => List(k, k).map(Key(_)).zip(List(1, 2)).toMap: Unit),
    Row("a view as a set")(k => List(k, k).view.map(Key(_)).toSet: Unit),
    Row("an iterator as a set")(k => List(k, k).iterator.map(Key(_)).toSet: Unit),
    Row("the difference of lists")(k => List(k).map(Key(_)).diff(List(k).map(Key(_))): Unit),
    Row("a list that contains a new key")(k => List(k).map(Key(_)).contains(Key(k)): Unit),
    Row("where a new key is in a list")(k => List(k).map(Key(_)).indexOf(Key(k)): Unit),
    Row("a map that the handler makes, with a new key")(k => mutable.HashMap(Key(k) -> 1)(Key(k)): Unit),
    Row("a set of Java's that the handler makes, with a new key")(k =>
      java.util.HashSet[Key]().add(Key(k)): Unit
    ),
    Row("a new key as text")(k => s"<${Key(k)}>": Unit),
    Row("a list of new keys as text")(k => List(k).map(Key(_)).mkString: Unit),
    Row("a pair of new keys as text")(k => (Key(k), 1).toString: Unit),
    Row("an option of a new key, compared")(k => (Option(Key(k)) == Option(Key(k))): Unit),
    Row("equal by Java's objects")(k => java.util.Objects.equals(Key(k), Key(k)): Unit),
    Row("a hash of several")(k => java.util.Objects.hash(Key(k), Int.box(1)): Unit)
  )

  val concurrently: List[Row] = List(
    Row("a concurrent map, each entry")(_ => concurrent.forEach(Long.MaxValue, (_, _) => tally.n += 1)),
    Row("a concurrent map, each key")(_ => concurrent.forEachKey(Long.MaxValue, _ => tally.n += 1)),
    Row("a concurrent map, each value")(_ => concurrent.forEachValue(Long.MaxValue, _ => tally.n += 1)),
    Row("a concurrent map, each entry transformed"): _ =>
      concurrent.forEach[Int](Long.MaxValue, (_, n) => n, _ => tally.n += 1),
    Row("a concurrent map, searched")(_ =>
      concurrent.search[String](
        Long.MaxValue,
        (_, _) =>
          tally.n += 1; null
      ): Unit
    ),
    Row("a concurrent map, its keys searched"): _ =>
      concurrent.searchKeys[String](
        Long.MaxValue,
        _ =>
          tally.n += 1; null
      ): Unit,
    Row("a concurrent map, reduced"): _ =>
      concurrent.reduce[Int](Long.MaxValue, (_, n) => tally.add() + n, (a, b) => a + b): Unit,
    Row("a concurrent map, its values reduced"): _ =>
      concurrent.reduceValues(Long.MaxValue, (a, b) => tally.add() + a + b): Unit,
    Row("a concurrent map, reduced to a number"): _ =>
      concurrent.reduceToInt(Long.MaxValue, (_, n) => tally.add() + n, 0, (a, b) => a + b): Unit,
    Row("an array set by a function on several threads")(_ =>
      java.util.Arrays.parallelSetAll(new Array[Int](1), _ => tally.add())
    ),
    Row("an array sorted on several threads"): k =>
      java.util.Arrays.parallelSort(
        Array[String](k, k + "y"),
        (a, b) =>
          tally.n += 1; a.compareTo(b)
      )
  )

  val all: List[Row] = failures ++ lent ++ variables ++ copies ++ hashed ++ hashedOfOthers ++ concurrently
end Behind
