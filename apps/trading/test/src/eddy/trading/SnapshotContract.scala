package eddy.trading

import eddy.testing.Eventually
import eddy.trading.ExchangeFixture.use

/** Snapshots in every database. */
trait SnapshotContract extends StorageTests:
  /** Trades until there are snapshots; what the book was then, and a key that is known. */
  private def traded(config: ExchangeConfig) = use(config): f =>
    trade(f, seed = 3, commands = 400).foreach(d => await(d.durable): Unit)
    f.durable(f.sell("ada", 1, 1_000_000, key = "k1")): Unit
    // those that are under way; the last one waits for nobody
    Eventually.until("snapshots are written")(f.exchange.stats.storage.get.snapshots >= 2)
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

  /** Turns one bit of the number of its last order. */
  private def spoil(config: ExchangeConfig, sequence: Long): Unit =
    val part = s"part = 0 and seq = $sequence"
    val bytes = rows(config, s"select bytes from snapshot_part where $part")(_.bytes("bytes")).head
    bytes(35) = (bytes(35) ^ 1).toByte
    val changed = changeWith(config, s"update snapshot_part set bytes = ? where $part")(_.setBytes(1, bytes))
    assertEquals(changed, 1)

  test("a snapshot that is not what was written is not used: the one before it is, or the whole journal"):
    val config = frequent
    val before = traded(config)
    val Vector(newest, older) = taken(config): @unchecked
    spoil(config, newest)
    change(config, s"create table kept_journal as select * from journal"): Unit
    assertEquals(change(config, s"delete from journal where seq <= $older").toLong, older)
    use(config)(f => assertEquals(state(f, "ACME"), before))
    change(config, "update snapshot set sha256 = 'none'"): Unit
    change(config, "delete from journal"): Unit
    change(config, "insert into journal select * from kept_journal"): Unit
    use(config)(f => assertEquals(state(f, "ACME"), before))

  for (every, from) <- Seq(0 -> "the journal", 3 -> "a snapshot") do
    test(s"orders that expire and stop orders that wait are there after a start from $from"):
      val config =
        val any = fresh()
        any.copy(storage = any.storage.map(_.copy(snapshotEvery = every)))
      val acme = Product("ACME")
      val expiring =
        NewOrder(TraderId("ada"), Side.Sell, Quantity(5), OrderKind.Limit(Price(100)), Lifetime.Until(2000))
      val stop =
        NewOrder(TraderId("bob"), Side.Buy, Quantity(2), OrderKind.StopLimit(Price(105), Price(110)))
      val (first, waiting) = use(config): f =>
        val placed = Vector(expiring, stop).map(o => f.durable(f.exchange.place(acme, o)).order)
        f.durable(f.sell("ada", 1, 105)): Unit
        if every > 0 then
          Eventually.until("a snapshot is written")(f.exchange.stats.storage.get.snapshots > 0)
        (placed(0), placed(1))
      use(config): f =>
        f.now = 2000
        // not with what has expired meanwhile; and this price is the stop order's
        assertEquals(
          f.durable(f.buy("cyd", 1, 105)).events.map(BookFixture.brief).tail,
          Vector("4 takes 1 of 3 at 105", "triggered 2")
        )
        def stateOf(order: OrderId) = await(f.exchange.order(order)).map(_.state)
        assertEquals((stateOf(first), stateOf(waiting)), (Some(OrderState.Expired), Some(OrderState.Open)))
        assertEquals((f.depth(Side.Sell), f.depth(Side.Buy)), (Vector.empty, Vector(110L -> 2L)))
  end for

  test("a snapshot that reaches further than the tables is not used"):
    val config = frequent
    val before = traded(config)
    change(config, "delete from trade where market = 1"): Unit
    use(config)(f => assertEquals(state(f, "ACME"), before))
    assertEquals(Reconciliation.of(config.storage.get).differences, Vector.empty)
end SnapshotContract
