package eddy.trading

import eddy.trading.internal.ViewRoutes
import eddy.web.Explanation

class LocksSuite extends eddy.testing.PatientSuite:

  test("who looks at orders, books and trades excludes nobody who looks"):
    ExchangeFixture.use(): f =>
      val explained =
        Explanation.of(ViewRoutes(f.exchange, Access())).linesIterator.filter(_.startsWith("GET /")).toList
      assert(clue(explained).exists(_.startsWith("GET /orders: read-only")))
      assertEquals(explained.filter(_.contains(": exclusive")), Nil)
end LocksSuite
