package eddy.trading

import java.nio.file.Files

/** On the embedded database, in files. */
class H2KillSuite extends KillContract:
  protected lazy val url: String =
    s"jdbc:h2:file:${Files.createTempDirectory("eddy-trading-kill")}/trading;MODE=MariaDB"
  protected def user: String = "sa"

  override protected def whileOpen(): Unit =
    val e = intercept[TradingStartException](Reconciliation.of(StorageConfig(url, user)))
    assert(e.getMessage.nn.contains("is in use by another process"), e.getMessage)
