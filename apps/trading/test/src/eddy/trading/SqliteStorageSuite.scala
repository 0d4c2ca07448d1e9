package eddy.trading

import eddy.testing.{Eventually, TestLength}
import eddy.trading.ExchangeFixture.use
import eddy.trading.internal.EmbeddedFile

import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import java.sql.DriverManager
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** On the embedded database, in files. */
class SqliteStorageSuite extends OnSqlite, StorageContract, WriterContract, ReconciliationContract,
      SnapshotContract,
      RecoveryContract,
      MigrationContract:
  protected def scripts: String = "sqlite"
  // as when somebody removes the file that keeps others off
  protected def loseLock(config: ExchangeConfig): Unit = Files.delete(Path.of(s"${fileOf(config)}-lock"))

  private def rights(path: Path): String = PosixFilePermissions.toString(Files.getPosixFilePermissions(path))

  test("while a service is open its files are no larger than four times the data and the log"):
    val config = fresh()
    val rounds = TestLength.rounds(short = 1, full = 20)
    use(config): f =>
      for _ <- 1 to rounds do
        // a commit for each two of them, so that little is saved by batches
        for n <- 1 to 1000 do
          f.sell("ada", 1, 100 + n % 7): Unit
          f.durable(f.buy("bob", 1, 100 + n % 5)): Unit
        val files = sizes(config)
        val data = dataOf(config)
        assert(files.sum <= 4 * data + EmbeddedFile.LogBytes, s"$files bytes on the disk for $data of data")
        // as a kill leaves it
        val killed = copy(config)
        assertEquals(sizes(killed).sum, files.sum)
        assert(Reconciliation.of(killed.storage.get).isWhole)

  test("commands that come together are written in one transaction"):
    val config = fresh()
    use(config): f =>
      val before = f.exchange.stats.storage.get
      val done = trade(f, seed = 4, commands = 1000)
      done.foreach(d => await(d.durable): Unit)
      Eventually.until("all is stored")(f.exchange.stats.storage.get.waiting == 0)
      val after = f.exchange.stats.storage.get
      val (stored, commits) = (after.stored - before.stored, after.commits - before.commits)
      assert(stored >= 5 * commits, s"$stored commands in $commits transactions")

  for persistence <- Persistence.values do
    test(s"commands become durable after the database has ended transactions unasked; $persistence"):
      val config = fresh(persistence)
      use(config): f =>
        f.durable(f.sell("ada", 5, 100)): Unit
        // as a full disk does
        change(
          config,
          "create trigger full before insert on journal begin select raise(rollback, 'full'); end"
        ): Unit
        val waiting = Vector(f.sell("ada", 5, 101), f.buy("bob", 3, 100), f.buy("bob", 9, 101))
        Eventually.until("some attempts have failed")(f.exchange.stats.storage.get.failures >= 5)
        assertEquals(rows(config, "select count(*) as n from journal")(_.int("n")), Vector(1))
        assertEquals(rows(config, "select count(*) as n from trade")(_.int("n")), Vector(0))
        change(config, "drop trigger full"): Unit
        waiting.foreach(f.durable(_): Unit)
      assert(Reconciliation.of(config.storage.get).isWhole)

  test("only its user may read the file and its log, however a process makes files"):
    val config = fresh()
    use(config): f =>
      f.durable(f.buy("ann", 1, 100)): Unit
      for file <- Seq("", "-wal", "-shm", "-lock") do
        assertEquals(rights(Path.of(s"${fileOf(config)}$file")), "rw-------", file)

  test(
    "the same holds for files that an earlier version left open to others, and for the folders that are made"
  ):
    val data = folder.resolve("a").resolve("b")
    val config = ExchangeFixture.plain.copy(storage = Some(StorageConfig(s"jdbc:sqlite:$data/own.sqlite")))
    use(config)(f => f.durable(f.buy("ann", 1, 100)): Unit)
    assertEquals(Seq(data, data.getParent).map(rights), Seq("rwx------", "rwx------"))
    val file = data.resolve("own.sqlite")
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"))
    use(config): f =>
      f.durable(f.buy("ann", 1, 100)): Unit
      for end <- Seq("", "-wal", "-shm", "-lock") do
        assertEquals(rights(Path.of(s"$file$end")), "rw-------", end)

  test("a database of an earlier version is not passed over: the start says what to do"):
    val config = fresh()
    val earlier = Path.of(fileOf(config).toString.replace(".sqlite", ".mv.db")).nn
    Files.createFile(earlier): Unit
    val e = intercept[TradingStartException](use(config)(_ => ()))
    assert(e.getMessage.nn.contains(s"$earlier was written by an earlier version"), e.getMessage)
    assert(Files.notExists(fileOf(config)))

  test("an orderly stop leaves no file but the database's"):
    val config = fresh()
    use(config)(f => f.durable(f.buy("ann", 1, 100)): Unit)
    val name = fileOf(config).getFileName.toString
    val files = Using.resource(Files.list(folder).nn)(_.toList.nn.asScala.toList)
    assertEquals(files.map(_.getFileName.toString).filter(_.startsWith(name)), List(name))

  test("a reconciliation writes nothing to the file, also to one that was not closed"):
    val closed = fresh()
    val killed = use(closed): f =>
      trade(f, seed = 3, commands = 100).foreach(d => await(d.durable): Unit)
      copy(closed)
    for config <- Seq(closed, killed) do
      val before = Files.readAllBytes(fileOf(config)).nn
      val result = Reconciliation.of(config.storage.get)
      assert(result.isWhole && result.markets.head.trades > 0, result)
      assert(Files.readAllBytes(fileOf(config)).nn.sameElements(before), "the file was written to")

  test(
    "a reconciliation reads what a kill has left in the midst of a transaction, as if that had never begun"
  ):
    val open = fresh()
    val killed = use(open): f =>
      trade(f, seed = 3, commands = 100).foreach(d => await(d.durable): Unit)
      // so little memory that uncommitted pages go to the log
      Using.resource(DriverManager.getConnection(s"${open.storage.get.url}?cache_size=1").nn): connection =>
        connection.setAutoCommit(false)
        val statement = connection.createStatement.nn
        assert(statement.executeUpdate("delete from trade") > 0)
        assert(statement.executeUpdate("delete from journal") > 0)
        val killed = copy(open)
        connection.rollback()
        killed
    val result = Reconciliation.of(killed.storage.get)
    assert(result.isWhole && result.markets.head.trades > 0, result)
end SqliteStorageSuite
