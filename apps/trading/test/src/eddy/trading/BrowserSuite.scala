package eddy.trading

import eddy.testing.PageSuite

import scala.util.Using

/** The scenarios are in apps/trading/browser/tests. */
class BrowserSuite extends PageSuite("the trading page in a browser", "apps/trading/browser"):
  test("people trade with each other in real pages, also across a restart of the server"):
    Using.resource(RestartableServer())(s => drive(s.url, s.control))
