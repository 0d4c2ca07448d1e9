package subjects

import eddy.state.{SharedCounter, SharedMap}

import scala.concurrent.{ExecutionContext, Future}

/** A small service, to be explained. */
final class Shop:
  private val stock = SharedMap[String, Int]().named("stock")
  private val sessions = SharedMap[String, Session]()
  private val visits = SharedCounter()
  private val mine = Session("mine")
  private val statements = SharedMap[String, java.sql.Statement]()
  private val lists = SharedMap[String, java.util.Enumeration[String]]()
  private val prices = SharedMap[String, scala.collection.mutable.ArrayBuffer[Int]]()

  private def store(key: String): Unit = stock.put(key, 1)

  def add: Request => Unit = r => store(r.path)
  def look: Request => Unit = r => stock.get(r.path)
  def count: Request => Unit = _ => visits += 1
  def visit: Request => Unit = r => sessions(r.path).count += 1
  def own: Request => Unit = _ => mine.count += 1
  def print: Request => Unit = r => println(stock.get(r.path))
  def ask: Request => Unit = r => statements.get(r.path).foreach(_.execute("select 1"))
  def first: Request => Unit = r => lists.get(r.path).foreach(l => println(l.nextElement))
  def price: Request => Unit = r => println(prices.get(r.path).get(0))
  def later: Request => Unit =
    given ExecutionContext = ExecutionContext.global
    r => Future(store(r.path))
  def reflect: Request => Unit = _ => classOf[Shop].getMethods.head.invoke(this)
  def tally: Request => Unit =
    given ExecutionContext = ExecutionContext.global
    var total = 0
    _ => Future(total += 1)

  private val app = App()
  def afterwards: Request => Unit = r => app.nextTick(store(r.path))
  def tallyAfterwards: Request => Unit =
    given ExecutionContext = ExecutionContext.global
    var total = 0
    _ => app.nextTick(Future(total += 1): Unit)

  def callback(name: String): AnyRef = name match
    case "add" => add
    case "look" => look
    case "count" => count
    case "visit" => visit
    case "own" => own
    case "print" => print
    case "ask" => ask
    case "first" => first
    case "price" => price
    case "later" => later
    case "tally" => tally
    case "reflect" => reflect
    case "afterwards" => afterwards
    case "tallyAfterwards" => tallyAfterwards
end Shop

/** What may be behind any Enumeration. */
final class Ids(next: SharedMap[String, () => String]) extends java.util.Enumeration[String]:
  def hasMoreElements: Boolean = true
  def nextElement: String = next("x")()

/** Whose cases are looked up by their names. */
enum Grade:
  case Low, High

enum Day:
  case Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday

final class Seat:
  var person = ""
  var isLit = false
