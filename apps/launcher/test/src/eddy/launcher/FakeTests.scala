package eddy.launcher

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.ListHasAsScala

/** A build tool whose tests are files: it copies the reports that a test has prepared to where Mill leaves
  * them.
  *
  * A suite is its name and a letter for each test: `x` passes, `f` fails, `e` is an error, `s` is skipped,
  * `l` stands for long tests that were left out.
  */
private final class FakeTests(c: FakeCheckout, modules: String*):
  private val prepared = c.home.resolve("prepared")
  Seq("testkit/test/src/Test.scala", "testkit/test/src").foreach(c.remove)
  for (folder, inFolder) <- modules.groupBy(_.takeWhile(_ != '/')) do
    val nested = inFolder.map(_.drop(folder.length + 1)).filter(_.nonEmpty)
    c.write(s"$folder/package.mill", nested.map(name => s"object $name extends Library\n").mkString)
  for module <- modules do c.write(s"$module/test/src/Test.scala", "")
  c.script(
    "mill",
    """echo "$*" >> mill.log
      |mkdir -p out
      |case "$*" in *selective.prepare*) echo state > out/mill-selective-execution.json ;; esac
      |[ ! -e prepared/echo ] || env | grep "^$(cat prepared/echo)=" || true
      |case "$*" in
      |  *selective.resolve*) cat prepared/changed; exit ;;
      |  *'--jobs 1'*) part="prepared/alone/${*##* }" ;;
      |  *) part=prepared/all ;;
      |esac
      |[ -d "$part" ] || exit 1
      |cp -R "$part/." out
      |[ ! -e prepared/fail ] || case "$*" in *'--jobs 1'*) ;; *) exit 1 ;; esac
      |! grep -rqE '<(failure|error)' "$part"
      |""".stripMargin
  )

  def calls: Seq[String] = Files.readAllLines(c.home.resolve("mill.log")).asScala.toSeq

  /** What the next runs of all tests report. */
  def run(reports: (String, Seq[(String, String)])*): Unit =
    val all = Path.of("prepared/all")
    if Files.exists(c.home.resolve(all)) then clear(c.home.resolve(all))
    for (module, suites) <- reports do report(s"$all/$module/test/testForked.dest", suites)

  /** The report of a module as it is. */
  def report(module: String, xml: String): Unit =
    c.write(s"prepared/all/$module/test/testForked.dest/test-report.xml", xml)

  /** What a suite reports that runs alone. */
  def alone(module: String, suite: (String, String)): Unit =
    report(s"prepared/alone/eddy.${suite(0)}/$module/test/testOnly.dest", Seq(suite))

  /** A check beside the tests that passes alone. */
  def alone(check: String): Unit = Files.createDirectories(prepared.resolve("alone").resolve(check)): Unit

  def moduleAlone(report: (String, Seq[(String, String)])): Unit =
    this.report(
      s"prepared/alone/${report(0).replace('/', '.')}.test/${report(0)}/test/testForked.dest",
      report(1)
    )

  def took(module: String, suite: String, millis: Int): Unit = time("prepared/all", module, suite, millis)

  def tookCpu(module: String, suite: String, millis: Int, cpuMillis: Int): Unit =
    time("prepared/all", module, suite, millis, s"$cpuMillis")

  /** How long tasks of the build tool took. */
  def tasks(millis: (String, Int)*): Unit =
    val all = millis.map((label, n) =>
      s"""  {\n    "label": "$label",\n    "millis": $n,\n    "cached": false\n  }"""
    )
    c.write("prepared/all/mill-profile.json", all.mkString("[\n", ",\n", "\n]"))

  def tookAlone(module: String, suite: String, millis: Int): Unit =
    time(s"prepared/alone/eddy.$suite", module, suite, millis)

  /** A suite that begins and never ends. */
  def ended(module: String, suite: String): Unit =
    c.write(s"prepared/all/suite-times/$module.test/eddy.$suite", "running\n")

  /** Makes the build tool fail beside the tests. */
  def fail(): Unit = c.write("prepared/fail", "")

  def leftOut(file: String, text: String): Unit = c.write(s"prepared/all/left-out/$file", text + "\n")

  /** Makes the build tool print this variable of its environment. */
  def echoing(variable: String): Unit = c.write("prepared/echo", variable)

  def changed(modules: String*): Unit = c.write("prepared/changed", modules.mkString("", "\n", "\n"))

  private def time(to: String, module: String, suite: String, millis: Int, cpu: String = "-"): Unit =
    c.write(s"$to/suite-times/${module.replace('/', '.')}.test/eddy.$suite", s"$millis 120000 $cpu \n")

  private def report(folder: String, suites: Seq[(String, String)]): Unit =
    val cases = suites.flatMap: (suite, tests) =>
      tests.zipWithIndex.map: (outcome, i) =>
        val inner = outcome match
          case 'f' =>
            val text =
              "munit.FailException: /home/me/B.scala:13\n12: a line\n13: another\nit broke\n  at eddy.B"
            s"<failure message=\"\" type=\"munit.FailException\">$text</failure>"
          case 'e' => "<error message=\"worse\"/>"
          case 's' | 'l' => "<skipped/>"
          case _ => ""
        val name = if outcome == 'l' then "only long tests" else s"test ${i + 1}"
        s"""<testsuite><testcase name="eddy.$suite.$name">$inner</testcase></testsuite>"""
    c.write(s"$folder/test-report.xml", cases.mkString("<testsuites>", "\n", "</testsuites>"))

  private def clear(folder: Path): Unit =
    val files = Files.walk(folder)
    try files.sorted(java.util.Comparator.reverseOrder[Path]).forEach(Files.delete(_))
    finally files.close()
end FakeTests
