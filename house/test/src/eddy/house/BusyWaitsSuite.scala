package eddy.house

import eddy.testing.PatientSuite

class BusyWaitsSuite extends PatientSuite:
  private def lines(path: String, text: String) = BusyWaits.in(Planted.source(path, text)).map(_.line).sorted

  test("sleeping and spinning in a test are findings"):
    val text =
      """Thread.sleep(10)
        |TimeUnit.MILLISECONDS.sleep(10)
        |while !ready do Thread.onSpinWait()
        |while !ready do
        |  Thread.`yield`()
        |while !ready do
        |  try visit()
        |  catch case _: IOException => Thread.onSpinWait()
        |""".stripMargin
    assertEquals(lines("web/test/src/A.scala", text), Seq(1, 2, 3, 4, 8))

  test("an empty loop whose condition reads a state is a finding"):
    val text =
      """while !ready do ()
        |while latch.getCount > 0 && !(a || b) do
        |  ()
        |while !future.isDone() do ()
        |while System.nanoTime() < until do ()
        |""".stripMargin
    assertEquals(lines("web/test/src/A.scala", text), Seq(1, 2, 4, 5))

  test("an empty loop whose condition does something is fine"):
    val text =
      """while step() do ()
        |while queue.poll() != null do ()
        |while socket.send(new Array[Byte](8)) == Sent do ()
        |while line(in).nonEmpty do ()
        |""".stripMargin
    assertEquals(lines("web/test/src/A.scala", text), Nil)

  test("a search of an endless iterator is a finding"):
    val text =
      """Iterator.continually(read()).find(_.isReady).get
        |Iterator.continually(table.get(key(1))).collectFirst { case s: Some[?] => s }.get
        |Iterator.continually(stats).map(_.count).dropWhile(_ < 7).next()
        |Iterator.continually(stats)
        |  .exists(_.count == 7)
        |""".stripMargin
    assertEquals(lines("web/test/src/A.scala", text), Seq(1, 2, 3, 4))

  test("a search that ends, or whose elements are waited for, is fine"):
    val text =
      """Iterator.continually(stats).take(10).find(_.isReady)
        |Iterator.continually(raw.read()).takeWhile(_.nonEmpty).find(_.isReady)
        |Iterator.continually(stream.next()).collectFirst { case c: Closing => c }.get
        |Iterator.continually(events.readLine()).find(_.startsWith("data:")).get
        |Iterator.continually(awaitNext(queue)).dropWhile(_ < 7).next()
        |""".stripMargin
    assertEquals(lines("web/test/src/A.scala", text), Nil)

  test("main sources, comments and strings do not count"):
    assertEquals(lines("web/src/A.scala", "Thread.sleep(10)"), Nil)
    assertEquals(lines("web/test/src/A.scala", "// Thread.sleep(10)\nval a = \"Thread.sleep(10)\""), Nil)
end BusyWaitsSuite
