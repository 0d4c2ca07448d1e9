package eddy.testing

import java.nio.file.Path
import java.sql.{DriverManager, SQLException}
import scala.util.Using

/** How to run a MariaDB server of one's own, in a folder and on a port of its own, with nothing in it at first. Its user is root, without a
  * password, and it commits to the disk, as it does by default. Who runs it has the driver.
  */
object MariaDb:
  val server = "mariadbd"
  val installer = "mariadb-install-db"
  val remedy = "apt-get install mariadb-server"

  /** The command that makes its files. */
  def installing(program: String, folder: Path): Seq[String] = Seq(
    program,
    "--no-defaults",
    data(folder),
    "--auth-root-authentication-method=normal",
    "--skip-test-db",
    user
  )

  /** The command that runs it, once its files are there. */
  def running(program: String, folder: Path, port: Int): Seq[String] = Seq(
    program,
    "--no-defaults",
    data(folder),
    s"--socket=$folder/socket",
    s"--port=$port",
    "--bind-address=127.0.0.1",
    user
  )

  def url(port: Int, database: String): String =
    s"jdbc:mariadb://127.0.0.1:$port/$database?sslMode=disable"

  def answers(port: Int): Boolean =
    try Using.resource(DriverManager.getConnection(url(port, "mysql"), "root", "").nn)(_.isValid(1))
    catch case _: SQLException => false // not yet

  private def data(folder: Path) = s"--datadir=$folder/data"

  // it runs as nobody else unless it is told
  private def user = s"--user=${System.getProperty("user.name")}"
end MariaDb
