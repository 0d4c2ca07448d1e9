package holes

import eddy.state.{SharedMap, SharedSortedMap, Stable}

import scala.collection.immutable.ArraySeq
import scala.collection.mutable

import Common.map

/** Handlers whose effects lie behind values that nobody knows before. */
final class HiddenValues:
  private val things = SharedMap[String, AnyRef]()
  things.put("x", Spy())
  val textOfUnknown: String => Unit = key => println(s"${things(key)}")

  val inner: mutable.ArrayBuffer[Int] = mutable.ArrayBuffer(1)
  private val groups = SharedMap[String, List[mutable.ArrayBuffer[Int]]]()
  groups.put("x", List(inner))
  val showsAll: String => String = key => groups(key).mkString

  private val lists = SharedMap[String, LazyList[Int]]()
  lists.put(
    "x",
    LazyList.from(1).map: i =>
      map("lazy") = i
      i
  )
  val lazyList: String => Unit = key => println(lists(key).head)

  val numbers: Array[Int] = Array(1)
  private val sequences = SharedMap[String, ArraySeq[Int]]()
  sequences.put("x", ArraySeq.unsafeWrapArray(numbers))
  val sequence: String => Int = key => sequences(key)(0)

  private val sorted = SharedSortedMap[String, Int]()(using
    Ordering.by: s =>
      map("compared") = 1
      s.length
  )
  sorted.put("a", 1)
  val ordering: String => Unit = key => println(sorted.contains(key))

  private val behind = java.util.Collections.synchronizedSet(java.util.TreeSet[String]((a, b) =>
    map("compared") = 1
    a.compareTo(b)
  ))
  behind.add("a"): Unit
  val hiddenOrdering: String => Unit = key => println(behind.contains(key))

  val defaults: java.util.Properties = java.util.Properties()
  defaults.setProperty("a", "1"): Unit
  private val derived = java.util.Properties(defaults)
  val readsDefault: String => String = _ => derived.getProperty("a")

  private val failures = SharedMap[String, RuntimeException]()
  failures.put("x", Failures.Telling())
  val messageOfUnknown: String => Unit = key => println(failures(key).getMessage)

  private val counter = SpyCounter()
  val keyThatChanges: String => Unit = _ => map(counter.next) = 1

  val clears: String => Unit = _ => Global.box.inside.clear()

  def replace(): Unit = Global.replace()

  private val plugins = SharedMap[String, Plugin]()
  def plug(): Unit =
    val proxy = java.lang.reflect.Proxy.newProxyInstance(
      getClass.getClassLoader,
      Array[Class[?]](classOf[Plugin]),
      (_, _, _) =>
        map("plugged") = 1
        null
    )
    plugins.put("x", proxy.asInstanceOf[Plugin])
  val plugin: String => Unit = key => plugins(key).use(key)

  private val buffer = mutable.ArrayBuffer(1)
  val shared: mutable.ArrayBuffer[Int] = buffer
  val grows: String => Unit = key => buffer += key.length

  val initialises: String => Unit = _ => println(new Starting().number)
end HiddenValues

/** Whose toString changes something. */
final class Spy:
  override def toString: String =
    map("spy") = 1
    "spy"

/** Claims that it returns the same each time. */
final class SpyCounter:
  private var n = 0
  @Stable def next: String =
    n += 1
    s"$n"

final class Sealed(val inside: SharedMap[String, Int])
object Global:
  val box: Sealed = Sealed(SharedMap[String, Int]())

  /** Puts another map into the val. */
  def replace(): Unit =
    val field = classOf[Sealed].getDeclaredField("inside").nn
    field.setAccessible(true)
    field.set(box, SharedMap[String, Int]())

trait Plugin:
  def use(key: String): Unit

final class KnownPlugin extends Plugin:
  def use(key: String): Unit = println(key)

/** Too many of them for each to be followed. */
object Failures:
  final class Telling extends RuntimeException:
    override def getMessage: String =
      map("told") = 1
      "told"
  class F1 extends RuntimeException:
    override def getMessage: String = s"1 of ${map.size}"
  class F2 extends RuntimeException:
    override def getMessage: String = s"2 of ${map.size}"
  class F3 extends RuntimeException:
    override def getMessage: String = s"3 of ${map.size}"
  class F4 extends RuntimeException:
    override def getMessage: String = s"4 of ${map.size}"
  class F5 extends RuntimeException:
    override def getMessage: String = s"5 of ${map.size}"
  class F6 extends RuntimeException:
    override def getMessage: String = s"6 of ${map.size}"
  class F7 extends RuntimeException:
    override def getMessage: String = s"7 of ${map.size}"
  class F8 extends RuntimeException:
    override def getMessage: String = s"8 of ${map.size}"
  class F9 extends RuntimeException:
    override def getMessage: String = s"9 of ${map.size}"
  class F10 extends RuntimeException:
    override def getMessage: String = s"10 of ${map.size}"
  class F11 extends RuntimeException:
    override def getMessage: String = s"11 of ${map.size}"
  class F12 extends RuntimeException:
    override def getMessage: String = s"12 of ${map.size}"
  class F13 extends RuntimeException:
    override def getMessage: String = s"13 of ${map.size}"
  class F14 extends RuntimeException:
    override def getMessage: String = s"14 of ${map.size}"
  class F15 extends RuntimeException:
    override def getMessage: String = s"15 of ${map.size}"
  class F16 extends RuntimeException:
    override def getMessage: String = s"16 of ${map.size}"
end Failures
