package subjects

import eddy.actor.ActorSystem
import eddy.runtime.Engine
import eddy.state.SharedMap

import scala.collection.mutable

// code of an application, as the cases use it

val topMap = SharedMap[String, Int]()

object Obj:
  val map = SharedMap[String, Int]()
  var n = 0
  lazy val lz = SharedMap[String, Int]()
  lazy val lzInt: Int =
    map.put("init", 1)
    3

object Fresh:
  lazy val never = SharedMap[String, Int]()

object FreshEffect:
  lazy val number: Int =
    Obj.map.put("init", 1)
    3

trait Store:
  def save(key: String, value: Int): Unit
class MapStore(m: SharedMap[String, Int]) extends Store:
  def save(key: String, value: Int): Unit = m.put(key, value)

trait Shape:
  def area(key: String): Int
class ReadShape(m: SharedMap[String, Int]) extends Shape:
  def area(key: String): Int = m.getOrElse(key, 0)
class WriteShape(m: SharedMap[String, Int]) extends Shape:
  def area(key: String): Int =
    m.put(key, 1)
    1

class Base(val m: SharedMap[String, Int]):
  def act(key: String): Int = m.getOrElse(key, 0)
class Derived(m2: SharedMap[String, Int]) extends Base(m2):
  override def act(key: String): Int =
    m.put(key, 1)
    1

trait OneImpl:
  def go(key: String): Unit
class TheImpl extends OneImpl:
  def go(key: String): Unit = topMap.put(key, 1)

trait WithState:
  val st = SharedMap[String, Int]()
  var cnt = 0
  def bump(): Unit = cnt += 1
class HasState extends WithState

class Session(val id: String):
  var count = 0
  var notes: SharedMap[String, Int] = topMap
  val tags = mutable.ArrayBuffer[String]()
class VipSession(id: String) extends Session(id)

final case class Point(x: Int, y: Int)

trait Ctx:
  def put(key: String): Unit
given defaultCtx: Ctx with
  def put(key: String): Unit = topMap.put(key, 1)
def viaGiven(key: String)(using c: Ctx): Unit = c.put(key)

extension (m: SharedMap[String, Int]) def bump(key: String): Unit = m.put(key, m.getOrElse(key, 0) + 1)
inline def inlined(m: SharedMap[String, Int], key: String): Unit = m.put(key, 7)
def transWrites(m: SharedMap[String, Int], key: String): Unit = helper(m, key)
def helper(m: SharedMap[String, Int], key: String): Unit = m.put(key, 1)
def fib(n: Int): Int = if n < 2 then n else fib(n - 1) + fib(n - 2)
def even(n: Int, m: SharedMap[String, Int]): Boolean =
  if n == 0 then
    m.put("e", 1)
    true
  else odd(n - 1, m)
def odd(n: Int, m: SharedMap[String, Int]): Boolean = if n == 0 then false else even(n - 1, m)
def withDefault(m: SharedMap[String, Int])(k: String = { m.put("d", 1); "k" }): Unit = println(k)

class LRU extends java.util.LinkedHashMap[String, String](16, 0.75f, true):
  override def removeEldestEntry(e: java.util.Map.Entry[String, String]): Boolean =
    topMap.put("evicted", 1)
    size > 10

object Later:
  /** Not started in tests: a task that is submitted there is refused. */
  def engine: Engine = throw IllegalStateException("no engine here")
  def actors: ActorSystem = throw IllegalStateException("no actors here")

object Early:
  var app: App = App()
object Early2:
  val callback: Request => Unit = r => mp.put(r.path, 1)
  Early.app.on(callback)
  val mp = SharedMap[String, Int]()
  val x = 1

/** Below types of the JDK whose own objects never change. */
class Tally extends Number:
  private var n = 0
  override def intValue: Int =
    n += 1
    n
  override def longValue: Long = intValue
  override def floatValue: Float = intValue.toFloat
  override def doubleValue: Double = intValue

class OwnClock extends java.time.Clock:
  private var now = 0L
  override def getZone: java.time.ZoneId = java.time.ZoneOffset.UTC
  override def withZone(zone: java.time.ZoneId): java.time.Clock = this
  override def instant: java.time.Instant = java.time.Instant.ofEpochMilli(millis)
  override def millis: Long =
    now += 1
    now

class CountingKey(val s: String):
  override def hashCode: Int =
    Obj.n += 1
    s.hashCode
  override def equals(o: Any): Boolean = o.isInstanceOf[CountingKey]

object CountingOrd extends Ordering[Int]:
  def compare(a: Int, b: Int): Int =
    Obj.n += 1
    a - b

class Carry(val m: SharedMap[String, Int]) extends RuntimeException
enum Color:
  case Red, Green

class Service(val app: App):
  val own = SharedMap[String, Int]()
  private var hits = 0
  var swap = SharedMap[String, Int]()
  var lambda: String => Unit = s => own.put(s, 1)
  lazy val lz = SharedMap[String, Int]()
  def fieldCb(): Unit = app.on(r => own.put(r.path, 1))
  def varCb(): Unit = app.on(_ => hits += 1)
  def varMap(): Unit = app.on(r => swap.put(r.path, 1))
  def varMapSet(): Unit = app.on: r =>
    swap = SharedMap()
    swap.put(r.path, 1)
  def lazyCb(): Unit = app.on(r => lz.put(r.path, 1))
  def lambdaCb(): Unit = app.on(r => List(r.path).foreach(lambda))
