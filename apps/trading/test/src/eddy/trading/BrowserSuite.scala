package eddy.trading

import eddy.testing.PageSuite

import scala.util.Using

/** The scenarios are in apps/trading/browser/tests. */
class BrowserSuite extends PageSuite("the trading page in a browser", "apps/trading/browser"):
  test("people trade with each other in real pages"):
    Using.resource(RestartableServer())(s => drive(s.url, s.control, "book", "ranges", "trade"))

  test(
    "the page is usable by everybody, outlives a restart of the server, and shows accounts and simulation".tag(
      LongTest
    )
  ):
    Using.resource(RestartableServer())(s =>
      drive(s.url, s.control, "page", "restart", "account", "simulation")
    )
