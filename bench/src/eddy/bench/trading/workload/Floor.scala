package eddy.bench.trading.workload

import eddy.bench.contest.{Fault, Sheet}
import eddy.bench.trading.{Database, Sales, TradingContenders}
import eddy.bench.web.load.PatientLoop
import eddy.bench.web.run.{Course, Heap, Launch, Stand}

import scala.concurrent.duration.{Duration, DurationInt, FiniteDuration}
import scala.util.Using

/** A server that trades, and its sales.
  *
  * @param isLive whether its market can be watched, as Eddy's
  * @param database which they all have
  */
private[bench] final class Trader(
    val stand: Stand,
    val sales: Sales,
    val isLive: Boolean,
    val database: Database
):
  private var loads = 0

  /** Of products in which nothing stands. */
  def orders(): Orders =
    loads += 1
    new Orders(loads * Orders.products)

/** Where the contenders trade beside each other: one database server, with a database for each. */
private[bench] object Floor:
  /** Hands over those that have traded the sample right. What is wrong with the others goes to the sheet.
    *
    * @param loads that each gets, at most
    * @param away how much later the database's answers come to them
    */
  def open(
      course: Course,
      sheet: Sheet,
      engines: Int,
      loads: Int,
      away: FiniteDuration = Duration.Zero
  )(use: Seq[Trader] => Unit): Unit =
    course.say("starting MariaDB")
    val opened = Database.running(course.fleet.children, course.fleet.folder, away): database =>
      val words = Seq(
        s"engines=$engines",
        s"products=${(loads + 1) * Orders.products}",
        s"database=${database.address}"
      )
      val stands = course.stands(sheet, Launch(course.cores, Heap.Roomy, all = words), Nil)
      val traders = stands.map: stand =>
        val program = TradingContenders.of(stand.name)
        Trader(stand, database.sales(program), program.isLive, database)
      try use(traders.filter(tradesRight(course, sheet, _)))
      finally
        traders.foreach(_.sales.close())
        // they know no other database
        course.fleet.close()
    for why <- opened.left; contender <- course.fleet.contenders do
      sheet.fault(contender.name, Fault.Unable(why))
  end open

  /** As many orders as a crowd gets answered, watched as they will be: a JVM that compiles while orders trickle in would do so for minutes,
    * and one that meets another kind of request for the first time compiles anew what it had compiled for orders alone.
    */
  def warm(course: Course, trader: Trader): Unit =
    val orders = trader.orders()
    val crowd = new PatientLoop(course.client, trader.stand.port, 32, 1.milli, () => orders.next())
    Using.resource(new Watched(trader, orders)): watched =>
      val _ = crowd.run(course.effort.warm, 100.millis)(())
      watched.stop()

  private def tradesRight(course: Course, sheet: Sheet, trader: Trader): Boolean =
    val name = trader.stand.name
    course.say(s"checking the sales of $name")
    val (asks, sales) = Orders.sample(0)
    val fault = asks.view.flatMap(trader.stand.check(_)).headOption.orElse:
      val _ = trader.sales.reach(0, sales.size, Floor.patience)
      // parallel inserts may come in any order
      val (mine, right) = (trader.sales.all().sortBy(_.toString), sales.sortBy(_.toString))
      Option.when(mine != right)(Fault.Wrong(
        s"WRONG SALES: ${mine.size} of ${right.size}; too many ${mine.diff(right).take(3)}, missing ${right.diff(mine).take(3)}"
      ))
    fault.foreach(sheet.fault(name, _))
    fault.isEmpty

  private val patience = 30.seconds
end Floor
