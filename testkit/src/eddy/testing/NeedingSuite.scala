package eddy.testing

/** A munit suite that cannot run without something outside the project.
  *
  * With everything there it is an ordinary suite. With something missing it is left out and says so (see [[LeftOut]]),
  * unless the variable EDDY_TEST_COMPLETE is 1, as in CI: then what is missing fails the suite.
  * {{{
  * class BrowserSuite extends NeedingSuite("browser"):
  *   val chromium = need(Need.program("apt-get install chromium", "chromium"))
  *   test("two pages chat"):
  *     start(chromium.path)
  * }}}
  *
  * @param topic names the suite in the message and in the file, such as "browser"; one per suite
  */
abstract class NeedingSuite(topic: String) extends PatientSuite, Needing:
  private var registered = Vector.empty[Need]

  protected def called: String = topic

  protected def needs: Seq[Need] = registered

  /** Registers a need. Call while the suite is constructed, above its tests. */
  protected def need(need: Need): Need =
    registered = registered :+ need
    need
end NeedingSuite

/** The same for suites that have a class above them already, such as the tests of a contract. */
trait Needing extends PatientSuite:
  /** Names the suite in the message and in the file; one per suite. */
  protected def called: String

  protected def needs: Seq[Need]

  private lazy val missing = needs.filter(_.isMissing)

  /** Ignored as a whole, not test by test: so that `beforeAll` does not run without what it needs. */
  override def munitIgnore: Boolean = super.munitIgnore || leaveOut

  private lazy val leaveOut: Boolean =
    val out = missing.nonEmpty && !NeedingSuite.allRequired
    if out then LeftOut.tell(called, missing) else LeftOut.forget(called)
    out

  override def beforeAll(): Unit =
    super.beforeAll()
    if missing.nonEmpty then
      throw new MissingNeed(
        missing.map(n => s"${n.what} is missing; remedy: ${n.remedy}").mkString(
          "EDDY_TEST_COMPLETE=1 asks for every suite, but ",
          "; ",
          ""
        )
      )
end Needing

object NeedingSuite:
  private[testing] def allRequired: Boolean = Need.env("EDDY_TEST_COMPLETE").contains("1")
