package eddy.trading

/** On a real MariaDB server, where another process can look at what a service writes. */
class MariaDbKillSuite extends KillContract, OnMariaDb:
  protected def called: String = "mariadb-kill"
  protected def url: String = server.url("trading")

  override protected def whileOpen(): Unit =
    assert(Reconciliation.of(StorageConfig(url, user)).isWhole)
end MariaDbKillSuite
