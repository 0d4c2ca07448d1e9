package eddy.trading.internal

import eddy.testing.PatientSuite
import eddy.trading.ExchangeConfig

class HeapShareSuite extends PatientSuite:
  test("a heap has room for what may be kept by default, with as much again to work with"):
    for megabytes <- Seq(128, 192, 512, 1024, 4096, 32_768) do
      val heap = megabytes * (1L << 20)
      val kept = HeapShare.ordersIn(heap) * 300L + 8 * HeapShare.keysIn(heap) * 300L + 8 * HeapShare.endedIn(
        heap
      ) * 60L
      assert(kept < heap / 2, s"$kept bytes are kept in a heap of $megabytes MB")
    assertEquals((HeapShare.keysIn(4L << 30), HeapShare.endedIn(4L << 30)), (100_000, 100_000))

  test("one market, or one address, cannot take what all may have together"):
    val config = ExchangeConfig()
    assertEquals(config.maxOrdersInAll, HeapShare.orders)
    assert(config.maxOrders * 2 <= config.maxOrdersInAll)
    assert(config.maxOrdersOfAddress * 10 <= config.maxOrdersInAll)
