package eddy.chat

import eddy.testing.{Need, NeedingSuite, NpmFolder}

import scala.concurrent.duration.{Duration, DurationInt}

/** Drives the page in real Chromium windows against a real server. The scenarios are in apps/chat/browser/tests. */
class BrowserSuite extends NeedingSuite("the chat in a browser"):
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

  test("people chat in real pages, are cut off, come back, and miss or repeat nothing"):
    val pages = NpmFolder("apps/chat/browser", node, npm)
    pages.install(10.minutes, has = "axe-core")
    // A busy machine may need longer to come back than the six seconds that people have.
    scala.util.Using.resource(RestartableServer(ChatConfig(presenceGrace = 30.seconds))): server =>
      val environment =
        Map("EDDY_URL" -> server.url, "EDDY_CONTROL" -> server.control, "CHROMIUM" -> chromium.path.toString)
      pages.run(10.minutes, environment, "run.mjs")
end BrowserSuite
