package eddy.trading

import eddy.trading.ExchangeFixture.use

import java.nio.file.{Files, Path}
import java.sql.DriverManager
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** On the embedded database, in files. */
class H2StorageSuite extends StorageContract, WriterContract, ReconciliationContract, SnapshotContract,
      RecoveryContract,
      MigrationContract:
  private lazy val folder = Files.createTempDirectory("eddy-trading-h2").nn
  protected def urlOf(database: String): String = s"jdbc:h2:file:$folder/$database;MODE=MariaDB"
  protected def user: String = "sa"
  protected def history: String = "\"flyway_schema_history\""
  protected def versionColumn: String = "\"version\""
  // the file is this process's
  protected def loseLock(config: ExchangeConfig): Unit = ()

  test("an orderly stop leaves no file but the database's"):
    val config = fresh()
    use(config)(f => f.durable(f.buy("ann", 1, 100)): Unit)
    val name = fileOf(config).getFileName.toString.stripSuffix(".mv.db")
    val files = Using.resource(Files.list(folder).nn)(_.toList.nn.asScala.toList)
    assertEquals(files.map(_.getFileName.toString).filter(_.startsWith(s"$name.")), List(s"$name.mv.db"))

  test("a reconciliation writes nothing to the file, also to one that was not closed"):
    val (closed, killed) = (fresh(), fresh())
    use(closed): f =>
      trade(f, seed = 3, commands = 100).foreach(d => await(d.durable): Unit)
      // what a kill would leave
      Files.copy(fileOf(closed), fileOf(killed)): Unit
    for config <- Seq(closed, killed) do
      val before = Files.readAllBytes(fileOf(config)).nn
      val result = Reconciliation.of(config.storage.get)
      assert(result.isWhole && result.markets.head.trades > 0, result)
      assert(Files.readAllBytes(fileOf(config)).nn.sameElements(before), "the file was written to")

  test(
    "a reconciliation reads what a kill has left in the midst of a transaction, as if that had never begun"
  ):
    val (open, killed) = (fresh(), fresh())
    use(open): f =>
      trade(f, seed = 3, commands = 100).foreach(d => await(d.durable): Unit)
      Using.resource(DriverManager.getConnection(open.storage.get.url, user, "").nn): connection =>
        connection.setAutoCommit(false)
        val statement = connection.createStatement.nn
        assert(statement.executeUpdate("delete from trade") > 0)
        // with what is not committed
        Using.resource(DriverManager.getConnection(open.storage.get.url, user, "").nn):
          _.createStatement.nn.execute("checkpoint sync"): Unit
        Files.copy(fileOf(open), fileOf(killed)): Unit
        connection.rollback()
    val result = Reconciliation.of(killed.storage.get)
    assert(result.isWhole && result.markets.head.trades > 0, result)

  private def fileOf(config: ExchangeConfig): Path =
    Path.of(config.storage.get.url.stripPrefix("jdbc:h2:file:").takeWhile(_ != ';') + ".mv.db").nn
end H2StorageSuite
