package eddy.trading

import eddy.trading.ExchangeFixture.use

import java.nio.charset.StandardCharsets.UTF_8
import java.sql.DriverManager
import scala.util.Using

/** A start that is killed while it makes or changes tables: the next one completes that. */
trait MigrationContract extends StorageTests:
  import MigrationContract.*

  for
    (file, version) <- files.zipWithIndex
    done <- 0 to script(scripts, file).size
  do
    test(s"a start after a kill, when $done of ${script(scripts, file).size} statements of $file had run"):
      val config = fresh()
      // as an earlier version of the service would have left it; Flyway's own table is made before all others
      use(config)(_ => ())
      for table <- files.drop(version).flatMap(tables(scripts, _)).reverse do
        change(config, s"drop table $table"): Unit
      change(config, s"delete from $history where $versionColumn > '$version'"): Unit
      Using.resource(DriverManager.getConnection(config.storage.get.url, user, "").nn): connection =>
        Using.resource(connection.createStatement.nn)(s =>
          script(scripts, file).take(done).foreach(sql => s.execute(sql): Unit)
        )
      use(config)(f => f.durable(f.buy("ann", 1, 100)): Unit)
      assert(Reconciliation.of(config.storage.get).isWhole)

  /** The folder of this database's. */
  protected def scripts: String

  /** Flyway's table, which it makes in lower case. */
  protected def history: String = "flyway_schema_history"
  protected def versionColumn: String = "version"
end MigrationContract

private object MigrationContract:
  def script(folder: String, file: String): List[String] =
    val text = Using.resource(getClass.getResourceAsStream(s"/eddy/trading/$folder/$file").nn)(in =>
      String(in.readAllBytes, UTF_8)
    )
    val code = text.linesIterator.filterNot(_.trim.startsWith("--")).mkString("\n").replace("${exact}", "")
    code.split(";").map(_.trim).filter(_.nonEmpty).toList

  val files = List("V1__markets_journal_trades.sql", "V2__snapshots.sql", "V3__owner.sql")

  def tables(folder: String, file: String): List[String] =
    script(folder, file).collect { case s"create table if not exists $name ($_" => name.trim }

end MigrationContract
