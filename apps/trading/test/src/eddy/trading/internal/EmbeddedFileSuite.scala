package eddy.trading.internal

import eddy.testing.{PatientSuite, TestFolder}
import eddy.trading.{StorageConfig, TradingStartException}

import java.nio.file.{Files, Path}
import java.sql.DriverManager
import scala.util.{Random, Using}

class EmbeddedFileSuite extends PatientSuite:
  private lazy val folder = TestFolder.make("eddy-embedded")

  private def use[A](name: String)(body: (StorageConfig, Path) => A): A =
    val file = folder.resolve(name).nn
    body(StorageConfig(s"jdbc:sqlite:$file"), file)

  test("whenever the process is killed, the files hold every commit, and little more"):
    use("committed"): (config, file) =>
      val killed = folder.resolve("killed").nn
      val random = Random(1)
      Using.resource(Connections.open(config, 1)): source =>
        Using.resource(source.getConnection.nn): connection =>
          connection.createStatement.nn.execute("create table t (n integer primary key, d blob)"): Unit
          val insert = connection.prepareStatement("insert into t values (?, ?)").nn
          var data = 0L
          for n <- 1 to 1500 do
            val bytes = random.nextBytes(random.nextInt(3000))
            data += bytes.length
            insert.setInt(1, n)
            insert.setBytes(2, bytes)
            insert.execute(): Unit
            if n % 50 == 0 then
              // what a kill would leave
              val sizes =
                for suffix <- Seq("", "-wal") yield
                  val copy = Path.of(s"$killed-$n$suffix").nn
                  Files.copy(Path.of(s"$file$suffix"), copy): Unit
                  Files.size(copy)
              assertEquals(rows(Path.of(s"$killed-$n").nn), n)
              assert(sizes.sum < 4 * data + EmbeddedFile.LogBytes, s"$sizes bytes for $data")

  test("a large transaction leaves no large log behind"):
    use("large"): (config, file) =>
      Using.resource(Connections.open(config, 1)): source =>
        Using.resource(source.getConnection.nn): connection =>
          val statement = connection.createStatement.nn
          statement.execute("create table t (n integer primary key, d blob)"): Unit
          statement.execute(s"insert into t values (1, randomblob(${8 * EmbeddedFile.LogBytes}))"): Unit
          for n <- 2 to 4 do statement.execute(s"insert into t values ($n, null)"): Unit
          val log = Files.size(Path.of(s"$file-wal"))
          assert(log <= EmbeddedFile.LogBytes + 4096, s"$log bytes")

  test("each connection syncs its commits by default; settings of the address prevail"):
    use("settings"): (config, _) =>
      def setting(config: StorageConfig, name: String) =
        Using.resource(Connections.open(config, 1)): source =>
          Using.resource(source.getConnection.nn)(Sql.query(_, s"pragma $name")(_ => ())(_.text(name)).head)
      val full = "2"
      assertEquals(setting(config, "synchronous"), full)
      assertEquals(setting(config, "journal_mode"), "wal")
      val own = config.copy(url = s"${config.url}?synchronous=EXTRA")
      assertEquals(setting(own, "synchronous"), "3")

  test("only files are taken for files"):
    assertEquals(
      EmbeddedFile.fileOf("jdbc:sqlite:/x/y.sqlite?cache_size=7"),
      Some(Path.of("/x/y.sqlite").nn)
    )
    for other <- Seq("jdbc:sqlite:", "jdbc:sqlite::memory:", "jdbc:sqlite::resource:x", "jdbc:mariadb://h/x")
    do
      assertEquals(EmbeddedFile.fileOf(other), None)
    assertEquals(EmbeddedFile.urlOf("jdbc:mariadb://h/x"), "jdbc:mariadb://h/x")
    for url <- Seq("jdbc:sqlite::memory:", "jdbc:h2:file:/x") do
      val e = intercept[IllegalArgumentException](StorageConfig(url))
      assert(e.getMessage.nn.contains("must begin with jdbc:mariadb:, or be jdbc:sqlite: and a file"))

  test("one at a time has the lock, also when its file is removed and others make it again"):
    use("locked"): (config, file) =>
      val lock = Path.of(s"$file-lock").nn
      val first = EmbeddedLock.take(config, file)
      def refused() =
        val e = intercept[TradingStartException](EmbeddedLock.take(config, file))
        assert(e.getMessage.nn.contains("is in use by another process"), e.getMessage)
      refused()
      // a refusal releases nothing
      refused()
      Files.delete(lock)
      val second = EmbeddedLock.take(config, file)
      first.close()
      assert(Files.exists(lock), "the lock of another was removed")
      refused()
      second.close()
      assert(Files.notExists(lock))
      EmbeddedLock.take(config, file).close()

  private def rows(file: Path): Int =
    Using.resource(DriverManager.getConnection(s"jdbc:sqlite:$file").nn): connection =>
      Sql.query(connection, "select count(*) as n from t")(_ => ())(_.int("n")).head
end EmbeddedFileSuite
