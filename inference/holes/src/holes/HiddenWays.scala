package holes

import eddy.state.SharedMap

import java.util.concurrent.{ConcurrentHashMap, CountDownLatch, ExecutorService, Executors}
import scala.collection.{View, mutable}
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, ExecutionContext, Future}

import Common.map
import com.fasterxml.jackson.databind.ObjectMapper

/** The other ways of the holes that a row of the table names several of. */
final class HiddenWays:
  private val things = SharedMap[String, AnyRef]()
  things.put("x", Comparing())
  things.put("y", Comparing())
  val equalsOfUnknown: String => Unit = key => println(things(key) == things("y"))
  val hashOfUnknown: String => Unit = key => println(things(key).hashCode)

  val inner: mutable.ArrayBuffer[Int] = mutable.ArrayBuffer(1)
  private val groups = SharedMap[String, List[mutable.ArrayBuffer[Int]]]()
  groups.put("x", List(inner, mutable.ArrayBuffer(1)))
  val comparesAll: String => Int = key => groups(key).toSet.size

  private val pool: ExecutorService = Executors.newSingleThreadExecutor
  def stop(): Unit = pool.shutdown()
  val ownExecutor: String => Unit = key =>
    val done = CountDownLatch(1)
    pool.execute: () =>
      map(key) = 1
      done.countDown()
    done.await()
  val ownFuture: String => Unit = key =>
    given ExecutionContext = ExecutionContext.global
    Await.result(Future { map(key) = 1 }, 60.seconds)

  private def counting(i: Int): Int =
    map("counted") = i
    i
  private val views = SharedMap[String, View[Int]]()
  views.put("x", View(1).map(counting))
  val view: String => Unit = key => println(views(key).head)
  private val iterators = SharedMap[String, Iterator[Int]]()
  iterators.put("x", Iterator(1).map(counting))
  val iterator: String => Unit = key => println(iterators(key).next())

  private val mapper = ObjectMapper()
  val assigns: String => Unit = _ => println(mapper.readValue("{\"name\":\"x\"}", classOf[Assigned]))

  val constructs: String => Unit = _ => println(mapper.readValue("{}", classOf[Constructed]))

  val concurrentMap: String => Unit = _ =>
    val numbers = ConcurrentHashMap[Int, Int]()
    for i <- 1 to 10_000 do numbers.put(i, i)
    numbers.forEach(1L, (k, _) => map(s"$k") = 1)
  val parallelArray: String => Unit = _ =>
    java.util.Arrays.parallelSetAll(
      new Array[Int](10_000),
      i =>
        map(s"$i") = 1
        i
    )

  def handOut(): Unit =
    Thread.setDefaultUncaughtExceptionHandler((_, _) => map("caught") = 1)
  val handedOut: String => Unit = _ =>
    Thread.getDefaultUncaughtExceptionHandler.uncaughtException(Thread.currentThread, RuntimeException())
end HiddenWays

/** What its comparisons do is not followed for an object out of a map. */
final class Comparing:
  override def equals(other: Any): Boolean =
    map("equal") = 1
    other.isInstanceOf[Comparing]
  override def hashCode: Int =
    map("hashed") = 1
    1

final class Constructed:
  map("constructed") = 1
  override def toString: String = "new"

final class Assigned:
  private var called = ""
  def setName(name: String): Unit =
    map("set") = 1
    called = name
  override def toString: String = called
