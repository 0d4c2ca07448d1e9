package eddy.trading

import eddy.trading.ExchangeFixture.{await, use}

/** Snapshots in every database. */
trait SnapshotContract extends StorageTests:
  /** Trades until there are snapshots; what the book was then, and a key that is known. */
  private def traded(config: ExchangeConfig) = use(config): f =>
    trade(f, seed = 3, commands = 400).foreach(d => await(d.durable): Unit)
    f.durable(f.sell("ada", 1, 1_000_000, key = "k1")): Unit
    // those that are under way; the last one waits for nobody
    Waiting.until("snapshots are written")(f.exchange.stats.storage.get.snapshots >= 2)
    state(f, "ACME")

  private def taken(config: ExchangeConfig) =
    rows(config, "select seq from snapshot order by seq desc")(_.long("seq"))

  private def frequent: ExchangeConfig =
    val config = fresh()
    config.copy(storage = config.storage.map(_.copy(snapshotEvery = 40)))

  test("a start reads the last snapshot and what came after it in the journal"):
    val config = frequent
    val before = traded(config)
    val last = taken(config).head
    // so it cannot have been read
    assertEquals(change(config, s"delete from journal where seq <= $last").toLong, last)
    use(config): f =>
      assertEquals(state(f, "ACME"), before)
      assert(f.done(f.sell("ada", 1, 1_000_000, key = "k1")).repeated)
      assertEquals(f.durable(f.sell("ada", 1, 1_000_000)).order.order, before._6 + 1)

  test("a market has two snapshots at most, and none when there are to be none"):
    val config = frequent
    traded(config): Unit
    assert(taken(config).size <= 2, taken(config))
    val none = config.copy(storage = fresh().storage.map(_.copy(snapshotEvery = 0)))
    use(none)(f => trade(f, seed = 3, commands = 200).foreach(d => await(d.durable): Unit))
    assertEquals(taken(none), Vector.empty)

  test("a snapshot that is not what was written is not used: the one before it is, or the whole journal"):
    val config = frequent
    val before = traded(config)
    val Vector(newest, older) = taken(config): @unchecked
    val spoilt =
      "update snapshot_part set bytes = (select bytes from other where part = 0) where part = 0 and seq = "
    change(config, s"create table other as select * from snapshot_part where seq = $older"): Unit
    assertEquals(change(config, spoilt + newest), 1)
    change(config, s"create table kept_journal as select * from journal"): Unit
    assertEquals(change(config, s"delete from journal where seq <= $older").toLong, older)
    use(config)(f => assertEquals(state(f, "ACME"), before))
    change(config, "update snapshot set sha256 = 'none'"): Unit
    change(config, "delete from journal"): Unit
    change(config, "insert into journal select * from kept_journal"): Unit
    use(config)(f => assertEquals(state(f, "ACME"), before))

  test("a snapshot that reaches further than the tables is not used"):
    val config = frequent
    val before = traded(config)
    change(config, "delete from trade where market = 1"): Unit
    use(config)(f => assertEquals(state(f, "ACME"), before))
    assertEquals(Reconciliation.of(config.storage.get).differences, Vector.empty)
end SnapshotContract
