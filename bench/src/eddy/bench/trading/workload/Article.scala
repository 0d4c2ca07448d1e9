package eddy.bench.trading.workload

import eddy.bench.contest.Curve
import eddy.bench.trading.TradingContenders

import scala.concurrent.duration.DurationInt
import scala.concurrent.duration.FiniteDuration

/** @param pause of a client after each order */
private[bench] final case class ArticleRow(pause: FiniteDuration, clients: Int) derives CanEqual:
  /** Orders of all clients, at most. */
  def perSecond: Double = clients * 1000.0 / pause.toMillis

  def setting(engines: Int): String = s"$engines engines, ${pause.toMillis} ms, $clients clients"

/** What Kutschera, "A reactive and performant Spray + Akka solution to 'Playing with concurrency and performance in Java and Node.js'"
  * (2014), says it measured: the servers on one machine, the database on a slower one. Orders of magnitude compare.
  */
private[bench] object Article:
  /** Those of its tables with 8 engines, whatever the case. */
  val rows: Seq[ArticleRow] =
    for (wait, clients) <- Seq((200, 30), (100, 40), (100, 60), (80, 70), (60, 80), (40, 90))
    yield ArticleRow(wait.millis, clients)

  /** How its figures are called, beside ours. */
  val theirs = "the article's"

  /** Sales a minute with 8 engines, by case. */
  private val tables: Map[Int, Seq[(ArticleRow, Double)]] =
    val all = Map(
      1 -> Seq((100, 60, 42_810), (80, 70, 62_392), (60, 80, 75_600), (40, 90, 59_217)),
      2 -> Seq((200, 30, 6_684), (100, 40, 17_058)),
      3 -> Seq((200, 30, 9_510))
    )
    all.view.mapValues(_.map((wait, clients, sales) =>
      ArticleRow(wait.millis, clients) -> sales.toDouble
    )).toMap

  /** The most sales a minute of each case, with any number of engines, by contender. */
  val best: Seq[(String, Double)] = named(Map(1 -> 79_536.0, 2 -> 51_234.0, 3 -> 10_221.0))

  /** Sales a minute by contender, of those for which it tells of this row. */
  def sales(engines: Int, row: ArticleRow): Seq[(String, Double)] =
    if engines != 8 then Nil
    else
      named(tables.view.mapValues(_.toMap.get(row)).collect { case (of, Some(sales)) => of -> sales }.toMap)

  private def named(cases: Map[Int, Double]): Seq[(String, Double)] =
    for program <- TradingContenders.programs; sales <- cases.get(program.articleCase)
    yield program.name -> sales

  /** What stands under the figures of a workload. */
  def notes(workload: String): Seq[String] = workload match
    case "article" =>
      Seq(
        "the article's CPU of the trading machine: case 1 (Spray, Akka, async MySQL; here eddy) 25-35 %, with 60 ms and 80 clients",
        "  30-40 %, with 40 ms and 90 30-50 %; case 2 (Node.js, parallel inserts) with 200 ms and 30 clients 40-50 %, with 100 ms and",
        "  40 25-35 %, with 50 and 60 clients \"started to lag behind\"; case 3 (Tomcat 8, one insert after another) 5 %",
        "there an order made about one sale, here two orders make one"
      )
    case "peak" =>
      Seq(
        "the article's best: case 1 with 6 engines, 60 ms, 80 clients, 25-35 % CPU; case 2 with 25, 60 ms, 80, 75-85 %; case 3 with 4,",
        "  150 ms, 30, 5 %"
      )
    case _ => Nil

  /** By orders a second. */
  def curves(chart: String): Seq[Curve] =
    if chart != "article" then Nil
    else
      for (of, name) <- Seq(1 -> "Akka", 2 -> "Node.js", 3 -> "Tomcat") yield
        val best = if of == 3 then Seq((ArticleRow(150.millis, 30), 10_221.0)) else Nil
        val points = (tables(of) ++ best).map((row, sales) => (row.perSecond, sales))
        Curve(chart, s"article: $name", points, dashed = true)
end Article
