package eddy.house

import eddy.testing.PatientSuite

class BusyWaitsSuite extends PatientSuite:
  private def lines(path: String, text: String) = BusyWaits.in(Planted.source(path, text)).map(_.line).sorted

  test("sleeping, spinning and polling in a test are findings"):
    val text =
      """Thread.sleep(10)
        |while !ready do Thread.onSpinWait()
        |while !ready do
        |  Thread.`yield`()
        |Iterator.continually(read()).find(_.isReady).get
        |""".stripMargin
    assertEquals(lines("web/test/src/A.scala", text), Seq(1, 2, 3, 5))

  test("main sources, comments and strings do not count"):
    assertEquals(lines("web/src/A.scala", "Thread.sleep(10)"), Nil)
    assertEquals(lines("web/test/src/A.scala", "// Thread.sleep(10)\nval a = \"Thread.sleep(10)\""), Nil)
end BusyWaitsSuite
