package eddy.testing

import scala.concurrent.duration.DurationInt

/** Drives a page in a real Chromium against a real server, by the scenarios of a folder.
  *
  * @param folder
  *   as of [[NpmFolder]]; its `run.mjs` finds the page at EDDY_URL, what it may do to the server at EDDY_CONTROL, the browser at CHROMIUM
  */
abstract class PageSuite(what: String, folder: String) extends NeedingSuite(what):
  private val node = need(Need.program("install Node.js 20 or newer", "node"))
  private val npm = need(Need.program("install npm", "npm"))
  private val chromium =
    need(Need.program(
      "apt-get install chromium, or name one in EDDY_CHROMIUM",
      "chromium",
      "chromium-browser",
      "google-chrome"
    ))

  override protected def timeLimit: TimeLimit =
    TimeLimit(12.minutes, "The first run installs axe-core and the browser's driver from the registry.")

  /** Runs these scenarios of the folder `tests`, in this order. Fails with their output when one of them
    * fails.
    */
  protected def drive(url: String, control: String, scenarios: String*): Unit =
    val pages = NpmFolder(folder, node, npm)
    pages.install(10.minutes, has = "axe-core")
    val environment = Map("EDDY_URL" -> url, "EDDY_CONTROL" -> control, "CHROMIUM" -> chromium.path.toString)
    pages.run(10.minutes, environment, "run.mjs" +: scenarios*)
end PageSuite
