package subjects

import eddy.state.{SharedCounter, SharedMap}

import java.util.concurrent.atomic.AtomicInteger
import scala.collection.mutable

object Bank:
  var visits = 0

/** Handlers over plain variables and collections, written as if there were one thread only. */
final class Bank:
  private val left = java.util.HashMap[String, Int]()
  private val right = mutable.HashMap[String, Int]()
  private val sessions = SharedMap[Int, Session]()
  private val stock = SharedMap[Int, Int]()
  private val moves = SharedCounter()
  private val numbers = new Array[Int](4)
  private val log = mutable.ArrayBuffer[Int]()
  private val desk = Desk()
  private var hits = 0
  Bank.visits = 0
  left.put("gold", 1000)
  right("gold") = 1000
  for i <- 0 until 4 do
    val _ = sessions.put(i, Session(s"$i"))
    val _ = stock.put(i, 0)

  /** How often a handler saw what it never should. */
  val broken = AtomicInteger()

  private def take(n: Int): Unit = left.put("gold", left.get("gold") - n)
  private def give(n: Int): Unit = right("gold") = right("gold") + n

  val callbacks: List[Int => Unit] =
    var local = 0
    List(
      _ => hits += 1,
      _ => Bank.visits += 1,
      _ => local += 1,
      i =>
        take(i % 7); spin(); give(i % 7); moves += 1
      ,
      _ => if left.get("gold") + right("gold") != 2000 then broken.incrementAndGet(),
      i =>
        val s = sessions(i % 4); val before = s.count; spin(); s.count = before + 1
      ,
      i => stock.put(i % 4, stock(i % 4) + 1),
      i => numbers(i % 4) += 1,
      i => log += i,
      _ =>
        val d = desk.current; val before = d.count; spin(); d.count = before + 1
      ,
      _ => desk.replace(),
      _ => desk.seen = local
    )
  end callbacks

  /** Makes it likely that others come between. */
  private def spin(): Unit = for _ <- 0 until 200 do Thread.onSpinWait()

  /** What every total must be after each handler ran that often, by name; and what it is. */
  def totals(times: Int): List[(String, Int, Int)] = List(
    ("hits", times, hits),
    ("visits", times, Bank.visits),
    ("gold", 2000, left.get("gold") + right("gold")),
    ("moves", times, moves.value.toInt),
    ("session counts", times, (0 until 4).map(sessions(_).count).sum),
    ("stock", times, (0 until 4).map(stock(_)).sum),
    ("numbers", times, numbers.sum),
    ("log", times, log.size),
    ("desk", times, desk.archived + desk.current.count),
    ("broken", 0, broken.get)
  )
end Bank

/** Its content is replaced now and then. */
final class Desk:
  var current = Session("0")
  var archived = 0
  var seen = 0
  def replace(): Unit =
    archived += current.count
    current = Session("next")
