package eddy.trading

import eddy.testing.{Need, Needing}

/** On a real MariaDB server, where another process can look at what a service writes. */
class MariaDbKillSuite extends KillContract, Needing:
  protected def called: String = "mariadb-kill"
  protected def needs: Seq[Need] = MariaDbProcess.needs
  private lazy val server = MariaDbProcess.make()
  protected def url: String = server.url("trading")
  protected def user: String = "root"

  override def beforeAll(): Unit =
    super.beforeAll()
    val _ = server.start()

  override def afterAll(): Unit =
    server.close()
    super.afterAll()

  override protected def whileOpen(): Unit =
    assert(Reconciliation.of(StorageConfig(url, user)).isWhole)
end MariaDbKillSuite
