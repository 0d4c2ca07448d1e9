package subjects

import eddy.state.SharedMap

import scala.collection.mutable

/** Makes many handler objects of one class, which refer to different things. */
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

/** Registers a handler before what the handler uses is made. */
class Constructing(infer: AnyRef => Unit):
  val callback: Request => Unit = r => map.put(r.path, 1)
  infer(callback)
  val map = SharedMap[String, Int]()

/** Whose toString changes something, though nobody would think so. */
class Spy:
  override def toString: String =
    topMap.put("spy", 1)
    "spy"

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
