package eddy.trading

import eddy.testing.Eventually
import eddy.trading.ExchangeFixture.use

/** What is found in the tables of every database. */
trait ReconciliationContract extends StorageTests:
  private def reconciled(config: ExchangeConfig) = Reconciliation.of(config.storage.get)

  test("what the tables say of each other is whole, also while orders flow"):
    val config = fresh()
    use(config): f =>
      trade(f, seed = 5, commands = 300): Unit
      assertEquals(reconciled(config).differences, Vector.empty)
      trade(f, seed = 6, commands = 50).foreach(d => await(d.durable): Unit)
    val result = reconciled(config)
    assertEquals((result.differences, result.found), (Vector.empty, 0L))
    val Vector(acme, bolt) = result.markets: @unchecked
    assertEquals(acme.entries, rows(config, "select count(*) as n from journal")(_.long("n")).head)
    assertEquals(acme.trades, rows(config, "select count(*) as n from trade")(_.long("n")).head)
    assertEquals(acme.lots, rows(config, "select sum(lots) as n from trade")(_.long("n")).head)
    assertEquals(bolt, ReconciledMarket("BOLT", 0, 0, 0, 0, 0))
    use(config)(f =>
      assertEquals(f.look("ACME")(b => (b.orderCount, b.openOrders)), (acme.orders, acme.openOrders))
    )

  test("whoever tampers with a table is found, with the row and the values"):
    val config = fresh()
    use(config)(f => trade(f, seed = 3, commands = 200).foreach(d => await(d.durable): Unit))
    val tables = Vector("journal", "trade")
    for table <- tables do change(config, s"create table kept_$table as select * from $table"): Unit
    val columns =
      "market, seq, millis, price, lots, maker_order, maker_trader, taker_order, taker_trader, taker_side"
    val last = reconciled(config).markets.head.entries
    val tampered = Vector(
      "update trade set lots = lots + 7 where trade_number = 2" -> "trade 2 has lots = ",
      "update trade set maker_trader = 'eve' where trade_number = 3" -> "trade 3 has maker_trader = eve, but ",
      "update trade set seq = 99999 where trade_number = 4" -> "trade 4 is of an entry that the journal does not have",
      "delete from trade where trade_number = 5" -> "trade 5 is missing: it follows from entry ",
      s"insert into trade (trade_number, $columns) select 77777, $columns from trade where trade_number = 1" ->
        "trade 77777 follows from no entry of the journal",
      "delete from journal where seq = 3" -> "the journal has entry 4 and none after 2",
      s"insert into journal (market, seq, millis, action, order_id, trader) values (1, ${last + 1}, 9, 'cancel', 1099511627777, 'eve')" ->
        s"entry ${last + 1} of the journal changes nothing",
      s"update journal set action = 'bribe' where seq = 4" -> "the entry after 3 cannot be read: ",
      "update journal set lots = -1 where action = 'place' and seq = 1" -> "the entry after 0 cannot be read: ",
      s"insert into journal (market, seq, millis, action) values (88, 1, 1, 'expire')" ->
        "market 88 has rows, but the table market has no such number"
    )
    for (sql, expected) <- tampered do
      assertEquals(change(config, sql), 1, sql)
      val result = reconciled(config)
      assert(result.differences.exists(_.contains(expected)), s"$sql gave ${result.differences}")
      for table <- tables do
        change(config, s"delete from $table"): Unit
        change(config, s"insert into $table select * from kept_$table"): Unit
      assertEquals(reconciled(config).differences, Vector.empty)
    // without the constraints that keep them from it
    change(config, "drop table trade"): Unit
    change(config, "create table trade as select * from kept_trade"): Unit
    change(config, "insert into trade select * from kept_trade where trade_number = 2"): Unit
    val twice = reconciled(config).differences
    assert(twice.exists(_.contains("trade 2 is there more than once")), twice.toString)
    assert(twice.exists(_.matches("the table trade has the id \\d+ more than once")), twice.toString)

  test("a journal that ends before a snapshot has lost its end, though the rest is whole"):
    val plain = fresh()
    val config = plain.copy(storage = plain.storage.map(_.copy(snapshotEvery = 40)))
    use(config): f =>
      trade(f, seed = 3, commands = 200).foreach(d => await(d.durable): Unit)
      Eventually.until("a snapshot is written")(f.exchange.stats.storage.get.snapshots >= 1)
    assertEquals(reconciled(config).differences, Vector.empty)
    val snapshot = rows(config, "select max(seq) as seq from snapshot where market = 1")(_.long("seq")).head
    for table <- Seq("trade", "journal") do
      assert(change(config, s"delete from $table where market = 1 and seq >= $snapshot") > 0, table)
    val text = s"there is a snapshot after entry $snapshot, but the journal ends with ${snapshot - 1}"
    val lost = reconciled(config).differences
    assert(lost.sizeIs == 1 && lost.head.contains(text), lost)

  test("of very many differences the first are named and all are counted"):
    val config = fresh()
    use(config)(f => trade(f, seed = 3, commands = 200).foreach(d => await(d.durable): Unit))
    val trades = change(config, "update trade set lots = lots + 1").toLong
    val result = reconciled(config)
    assertEquals((result.differences.size, result.found), (Reconciliation.Named, trades))
end ReconciliationContract
