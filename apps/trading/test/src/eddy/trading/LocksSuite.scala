package eddy.trading

import eddy.trading.internal.ViewRoutes
import eddy.web.Explanation

import scala.concurrent.duration.{DurationInt, FiniteDuration}

class LocksSuite extends munit.FunSuite:
  override val munitTimeout: FiniteDuration = 10.minutes

  test("who looks at orders, books and trades excludes nobody who looks"):
    ExchangeFixture.use(): f =>
      val explained =
        Explanation.of(ViewRoutes(f.exchange, Access())).linesIterator.filter(_.startsWith("GET /")).toList
      assert(clue(explained).exists(_.startsWith("GET /orders: non-exclusive")))
      assertEquals(explained.filter(_.contains(": exclusive")), Nil)
end LocksSuite
