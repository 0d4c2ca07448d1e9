package eddy.trading

import eddy.testing.TestFolder

/** On the embedded database, in a file. */
class SqliteKillSuite extends KillContract:
  private lazy val folder = TestFolder.make("eddy-trading-kill")
  protected lazy val url: String = s"jdbc:sqlite:$folder/trading.sqlite"
  protected def user: String = ""

  override protected def whileOpen(): Unit =
    assert(Reconciliation.of(StorageConfig(url, user)).isWhole)
    // a second service would write
    val second = ExchangeConfig(TradingMain.products, storage = Some(StorageConfig(url, user)))
    val e = intercept[TradingStartException](ExchangeFixture.use(second)(_ => ()))
    assert(e.getMessage.nn.contains("is in use by another process"), e.getMessage)
end SqliteKillSuite
