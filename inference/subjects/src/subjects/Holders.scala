package subjects

import eddy.state.{SharedMap, SharedSortedMap, Stable}

import scala.collection.mutable
import scala.util.control.Exception.{Catch, allCatch}

/** Makes many callback objects of one class, which refer to different things. */
final class Holders:
  def store(s: Store): Request => Unit = r => s.save(r.path, 1)
  def stores(l: List[Store]): Request => Unit = r => l.foreach(_.save(r.path, 1))
  def option(o: Option[SharedMap[String, Int]]): Request => Unit = r => o.foreach(_.put(r.path, 1))
  def maybe(m: SharedMap[String, Int] | Null): Request => Unit = r => if m != null then m.put(r.path, 1)
  def anything(a: Any): Request => Unit = r =>
    a match
      case m: SharedMap[?, ?] => println(m.size)
      case b: mutable.Buffer[?] => b.clear()
      case _ => ()
  def nested(f: () => Store): Request => Unit = r => f().save(r.path, 1)
  def giving(s: Store): () => Store = () => s
  def plain(m: SharedMap[String, Int]): Request => Unit = r => m.put(r.path, 1)
  def global: Request => Unit = r => topMap ++= List(r.path -> 1)

class SessionStore(val s: Session) extends Store:
  def save(key: String, value: Int): Unit = s.count += value

/** Registers a callback before what the callback uses is made. */
class Constructing(infer: AnyRef => Unit):
  val callback: Request => Unit = r => map.put(r.path, 1)
  infer(callback)
  val map = SharedMap[String, Int]()

/** Whose toString changes something, though nobody would think so. */
class Spy:
  override def toString: String =
    topMap.put("spy", 1)
    "spy"

/** A handler of a logger of the JDK. */
class SpyHandler extends java.util.logging.Handler:
  def publish(record: java.util.logging.LogRecord): Unit = topMap.put("logged", 1)
  def flush(): Unit = ()
  def close(): Unit = ()

/** Claims that it returns the same each time. */
class SpyCounter:
  private var n = 0
  @Stable def next: String =
    n += 1
    s"$n"

/** What the inference does not see. */
final class Hidden:
  private val things = SharedMap[String, AnyRef]()
  things.put("x", Spy())
  private val lists = SharedMap[String, LazyList[Int]]()
  lists.put(
    "x",
    LazyList.from(1).map { i =>
      topMap.put("lazy", i); i
    }
  )

  private val logger = java.util.logging.Logger.getAnonymousLogger
  logger.setUseParentHandlers(false)
  logger.addHandler(SpyHandler())
  private val catchers = SharedMap[String, Catch[Unit]]()
  catchers.put("x", allCatch[Unit].andFinally(topMap.put("caught", 1): Unit))
  private val sorted = SharedSortedMap[String, Int]()(using
    Ordering.by: s =>
      topMap.put("compared", 1)
      s.length
  )
  sorted.put("a", 1)
  private val counter = SpyCounter()

  def handlerOfLogger: Request => Unit = r => logger.info(r.path)
  def catchOfMap: Request => Unit = r => catchers("x")(println(r.path))
  def orderingOfSortedMap: Request => Unit = _ => println(sorted.contains("b"))
  def keyThatChanges: Request => Unit = _ => topMap.put(counter.next, 1)

  def toStringOfUnknown: Request => Unit = _ => println(s"${things("x")}")
  def lazyListOfUnknown: Request => Unit = _ => println(lists("x").head)
end Hidden

object Broken:
  val map = SharedMap[String, Int]()
  if map.isEmpty then throw IllegalStateException("this object cannot be initialised")

object BrokenUser:
  def callback: Request => Unit = r => Broken.map.put(r.path, 1)

object Initialised:
  var done = false
object WithInitialiser:
  Initialised.done = true
  val map = SharedMap[String, Int]()
  def callback: Request => Unit = r => WithInitialiserUser.map.put(r.path, 1)
object WithInitialiserUser:
  Initialised.done = true
  val map = SharedMap[String, Int]()
