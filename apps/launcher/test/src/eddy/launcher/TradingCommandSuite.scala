package eddy.launcher

import eddy.actor.ActorSystem
import eddy.runtime.Engine
import eddy.testing.TestFolder
import eddy.trading.*

import java.nio.file.Path
import java.sql.DriverManager
import scala.concurrent.duration.DurationInt
import scala.util.Using

class TradingCommandSuite extends eddy.testing.PatientSuite:
  private def database = s"jdbc:sqlite:${TestFolder.make("eddy-reconcile")}/trading.sqlite"

  /** A sale of 2 lots, and 3 that are open. */
  private def traded(url: String): Unit =
    val engine = Engine.start()
    given ActorSystem = new ActorSystem(engine)
    val exchange =
      Exchange.open(ExchangeConfig(
        Vector(Product("ACME")),
        answerWithin = 1.minute,
        storage = Some(StorageConfig(url))
      ))
    for (side, lots) <- Seq(Side.Sell -> 5, Side.Buy -> 2) do
      val order = NewOrder(TraderId(side.toString), side, Quantity(lots), OrderKind.Limit(Price(100)))
      await(exchange.place(Product("ACME"), order)) match
        case done: Answer.Done => await(done.durable): Unit
        case other => fail(s"$other")
    exchange.close()
    await(engine.shutdown(10.seconds)): Unit

  test("reconcile tells what there is, and that it is whole"):
    val url = database
    traded(url)
    wholeIn(Run("trading", "reconcile", "--url", url))

  private def wholeIn(run: Run)(using munit.Location): Unit =
    assertEquals((run.code, run.err), (0, ""))
    val lines = run.out.linesIterator.toVector
    assertEquals(lines(1).split(" +").toSeq, Seq("ACME", "2", "2", "1", "2", "1"))
    assert(lines.last.startsWith("No differences"), run.out)

  test("without an address reconcile takes the database of the service"):
    val data = TestFolder.make("eddy-reconcile")
    traded(s"jdbc:sqlite:$data/trading-4711.sqlite")
    given Path = Run.folderWith("eddy.conf", s"eddy.data = \"$data\"")
    wholeIn(Run("trading", "reconcile", "--port", "4711"))
    val other = Run("trading", "reconcile", "--port", "4712")
    assertEquals(other.code, 1)
    assert(other.err.contains(s"the database jdbc:sqlite:$data/trading-4712.sqlite "), other.err)

  test("reconcile names a difference, and ends with 1"):
    val url = database
    traded(url)
    Using.resource(DriverManager.getConnection(url)): connection =>
      assertEquals(connection.createStatement.executeUpdate("update trade set lots = 3"), 1)
    val run = Run("trading", "reconcile", "--url", url, "--user", "sa")
    assertEquals(run.code, 1)
    assert(
      run.out.contains("market 1 (ACME): trade 1 has lots = 3, but 2 follows from entry 2 of the journal"),
      run.out
    )

  test("reconcile refuses what is no database, and makes none"):
    val seeHelp = "see ./eddy help trading reconcile"
    val none =
      Run("trading", "reconcile")(using
        folder = Run.folderWith("eddy.conf", "eddy.trading.database = memory")
      )
    assertEquals(
      (none.code, none.err.trim),
      (
        2,
        s"eddy: the service keeps nothing as it is configured (eddy.trading): name a database with --url; $seeHelp"
      )
    )
    val whose = Run("trading", "reconcile", "--user", "ada")
    assertEquals(
      (whose.code, whose.err.trim),
      (2, s"eddy: --user is for a database that --url names, and there is no --url; $seeHelp")
    )
    val wrong = Run("trading", "reconcile", "--url", "jdbc:oracle:x")
    assertEquals(wrong.code, 2)
    assert(
      wrong.err.startsWith(
        "eddy: --url = jdbc:oracle:x: must begin with jdbc:mariadb:, or be jdbc:sqlite: and a file"
      ),
      wrong.err
    )
    val url = database
    for _ <- 1 to 2 do
      val run = Run("trading", "reconcile", "--url", url, "--user", "sa")
      assertEquals(run.code, 1)
      assert(run.err.startsWith(s"eddy: cannot reconcile: the database ${url}"), run.err)
end TradingCommandSuite
