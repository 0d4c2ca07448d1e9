package eddy.trading.internal

import eddy.testing.PatientSuite
import eddy.trading.StorageConfig

import java.nio.file.{Files, Path, StandardCopyOption}
import java.sql.DriverManager
import scala.util.{Random, Using}

class EmbeddedFileSuite extends PatientSuite:
  private def folder = Files.createTempDirectory("eddy-embedded").nn

  test("whenever the process is killed, the file holds what was committed"):
    val (file, killed) = (folder.resolve("db").nn, folder.resolve("killed").nn)
    val random = Random(1)
    // without waiting for space to become free
    val config = StorageConfig(s"jdbc:h2:file:$file;MODE=MariaDB;RETENTION_TIME=0", "sa")
    Using.resource(Connections.open(config, 1)): source =>
      Using.resource(source.getConnection.nn): connection =>
        val statement = connection.createStatement.nn
        statement.execute("create table t (n int primary key, d varbinary(4000))"): Unit
        val insert = connection.prepareStatement("insert into t values (?, ?)").nn
        for n <- 1 to 60 do
          insert.setInt(1, n)
          insert.setBytes(2, random.nextBytes(random.nextInt(3000)))
          insert.execute(): Unit
          statement.execute("checkpoint sync"): Unit
          // what a kill would leave
          Files.copy(onDisk(file), onDisk(killed), StandardCopyOption.REPLACE_EXISTING): Unit
          assertEquals(rows(killed), n)

  test("a file that is closed is made small"):
    val file = folder.resolve("db").nn
    val config = StorageConfig(s"jdbc:h2:file:$file;MODE=MariaDB", "sa")
    Using.resource(Connections.open(config, 1)): source =>
      Using.resource(source.getConnection.nn): connection =>
        val statement = connection.createStatement.nn
        statement.execute("create table t (n int primary key)"): Unit
        for n <- 1 to 100 do
          statement.execute(s"insert into t values ($n)"): Unit
          statement.execute("checkpoint sync"): Unit
      val open = Files.size(onDisk(file))
      EmbeddedFile.compact(source)
      val closed = Files.size(onDisk(file))
      assert(closed < open / 4, s"$closed of $open bytes")
    assertEquals(rows(file), 100)

  test("only files are taken for files"):
    val url = "jdbc:h2:file:/x;MODE=MariaDB"
    assertEquals(EmbeddedFile.urlOf(url), s"$url;REUSE_SPACE=FALSE;TRACE_LEVEL_FILE=0")
    for other <-
        Seq(
          "jdbc:h2:mem:x",
          "jdbc:h2:tcp://h/x",
          "jdbc:mariadb://h/x",
          s"$url;REUSE_SPACE=TRUE;TRACE_LEVEL_FILE=1"
        )
    do assertEquals(EmbeddedFile.urlOf(other), other)

  private def onDisk(file: Path): Path = Path.of(s"$file.mv.db").nn

  private def rows(file: Path): Int =
    Using.resource(DriverManager.getConnection(s"jdbc:h2:file:$file;MODE=MariaDB", "sa", "").nn):
      connection =>
        val result = connection.createStatement.nn.executeQuery("select count(*) from t").nn
        result.next(): Unit
        result.getInt(1)
end EmbeddedFileSuite
