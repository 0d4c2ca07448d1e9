package eddy.trading

import eddy.testing.{Need, NeedingSuite, NpmFolder}

import scala.concurrent.duration.{Duration, DurationInt}

/** Drives the page in a real Chromium against a real server. The scenarios are in apps/trading/browser/tests. */
class BrowserSuite extends NeedingSuite("the trading page in a browser"):
  private val node = need(Need.program("install Node.js 20 or newer", "node"))
  private val npm = need(Need.program("install npm", "npm"))
  private val chromium =
    need(Need.program(
      "apt-get install chromium, or name one in EDDY_CHROMIUM",
      "chromium",
      "chromium-browser",
      "google-chrome"
    ))

  override def munitTimeout: Duration = 12.minutes

  test("people trade with each other in real pages, also across a restart of the server"):
    val pages = NpmFolder("apps/trading/browser", node, npm)
    pages.install(10.minutes, has = "axe-core")
    scala.util.Using.resource(RestartableServer()): server =>
      val environment =
        Map("EDDY_URL" -> server.url, "EDDY_CONTROL" -> server.control, "CHROMIUM" -> chromium.path.toString)
      pages.run(10.minutes, environment, "run.mjs")
end BrowserSuite
