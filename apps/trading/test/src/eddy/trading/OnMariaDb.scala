package eddy.trading

import eddy.testing.{Need, Needing}

/** A suite with a real MariaDB server of its own. */
trait OnMariaDb extends Needing:
  protected def needs: Seq[Need] = MariaDbProcess.needs
  protected lazy val server: MariaDbProcess = MariaDbProcess.make()
  protected def user: String = "root"

  override def beforeAll(): Unit =
    super.beforeAll()
    val _ = server.start()

  override def afterAll(): Unit =
    server.close()
    super.afterAll()
end OnMariaDb
