package eddy.bench.actors

import eddy.bench.actors.Fakes.{contender, measure, steady}
import eddy.bench.contest.{Children, Fault}
import eddy.testing.Patience

import java.nio.file.Files
import scala.concurrent.duration.DurationInt
import scala.util.Using

class SessionSuite extends eddy.testing.PatientSuite:
  private def fault(result: Result, name: String = "fake"): Fault =
    result.entry(name).flatMap(_.fault).getOrElse(fail(s"no fault in $result"))

  test("a contender's samples take as long as asked for, in whole steps"):
    val entry = measure(steady("fake")).entries.head
    assertEquals((entry.samples.size, entry.fault), (3, None))
    for done <- entry.samples do
      assert(done.nanos >= 1_000_000 && done.n % 10 == 0, done)

  test("the CPU time of a contender is taken with each sample"):
    val spin = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"
    val configuration = Fakes.echo.copy(step = None)
    val entry = measure(configuration, contender("fake", s"$spin; echo done $$n 5000000 $$n")).entries.head
    for done <- entry.samples do assert(done.extras("cpu") > 0, done)

  test("contenders take turns, each round beginning with another"):
    val folder = Fakes.folder()
    val log = folder.resolve("turns")
    val logging = Seq("a", "b", "c").map: name =>
      contender(name, s"echo $name >> $log; echo done $$n 5000000 $$n")
    val _ = measure(logging*)
    val turns = String(Files.readAllBytes(log)).linesIterator.mkString
    // each twice to calibrate, a warm-up round, three samples
    assertEquals(turns, "aabbcc" + "bca" + "bca" + "cab" + "abc")

  test("a single hiccup does not end the calibration"):
    val folder = Fakes.folder()
    val hiccup = contender(
      "fake",
      s"if [ -e $folder/x ]; then t=$$((n * 1000)); else t=9000000; touch $folder/x; fi; echo done $$n $$t $$n"
    )
    for done <- measure(hiccup).entries.head.samples do
      assert(done.nanos >= 1_000_000 && done.n >= 1000, done)

  test("work that is done once is not calibrated; a sample is the median of as many as fill the time"):
    val once = Fakes.echo.copy(step = None)
    val counting = contender("fake", "i=$((i + 1)); echo done $n $((i * 1000)) $n")
    // long enough for several on a busy machine, too
    val rounds = Fakes.rounds.copy(goAtLeast = 300.millis)
    val samples = measure(once, rounds, counting).entries.head.samples
    assertEquals(samples.map(_.n), Seq(1L, 1L, 1L))
    val tries = samples.map(_.nanos / 1000)
    assert(tries.zip(tries.drop(1)).forall((a, b) => b > a + 1), s"one go only for a sample: $tries")

  test("a wrong answer is found, and no figure of that contender is shown"):
    val result = measure(steady("right"), contender("fake", "echo done $n 5000000 $((n + 1))"))
    assertEquals(fault(result), Fault.Wrong("WRONG ANSWER 11 for go 10, which must give 10"))
    assertEquals(result.entries.map(_.samples.size), Seq(3, 0))

  test("a wrong answer in the last sample is found too"):
    val body = "i=$((i + 1)); if [ $i -lt 5 ]; then echo done $n 5000000 $n; else echo done $n 5000000 0; fi"
    val result = measure(contender("fake", body))
    assert(fault(result).isInstanceOf[Fault.Wrong], result)
    assertEquals(result.entries.head.samples, Nil)

  test("a contender that says error is left out with its reason, the others go on"):
    val result = measure(contender("fake", "echo error not with a stack"), steady("other"))
    assertEquals(fault(result), Fault.Unable("not with a stack"))
    assertEquals(result.entries.map(_.samples.size), Seq(0, 3))

  test("a contender that hangs is killed"):
    val folder = Fakes.folder()
    val hanging = contender("fake", s"echo $$$$ > $folder/pid; exec sleep 1000")
    val (limit, result) = Patience.growing(1.second, 10.seconds, 1.minute): limit =>
      (limit, measure(Fakes.echo.copy(goWithin = limit), hanging, steady("other")))
    .apply((_, result) => result.entry("other").exists(_.fault.isEmpty))
    assertEquals(fault(result), Fault.Broken(s"did not answer within $limit and was killed"))
    val pid = String(Files.readAllBytes(folder.resolve("pid"))).trim.toLong
    assert(!ProcessHandle.of(pid).map(_.isAlive).orElse(false), s"$pid lives")
    assertEquals(result.entry("other").map(_.samples.size), Some(3))

  test("a contender that dies is told with its exit code and last words"):
    val result = measure(contender("fake", "echo no more memory >&2; exit 3"))
    assertEquals(fault(result), Fault.Broken("ended by itself, exit code 3: no more memory"))

  test("a contender whose program is not there is told"):
    val result = measure(Contender("fake", "1", _ => Seq("/no/such/program")), steady("other"))
    assert(clue(fault(result).text).startsWith("did not start: "))
    assertEquals(result.entry("other").map(_.samples.size), Some(3))

  test("what a contender writes besides its replies goes to its log, and is no reply"):
    val folder = Fakes.folder()
    Using.resource(Children.ofThisMachine.open()): children =>
      val chatty = contender("fake", "echo warming up; echo oops >&2; echo done $n 5000000 $n")
      val result = new Session(Fakes.echo, Seq(chatty), Fakes.rounds, children, folder, _ => ()).run()
      assertEquals(result.entries.head.samples.size, 3)
    val log = String(Files.readAllBytes(folder.resolve("fake-echo-size-1.log")))
    assert(log.contains("warming up") && log.contains("oops"), log)

  test("a contender gets the workload and its arguments, and the end of the talk ends it"):
    val folder = Fakes.folder()
    val script =
      s"""echo "$$@" > $folder/words; while read go n; do echo done $$n 5000000 $$n; done; echo end > $folder/end"""
    val result = measure(Contender("fake", "1", c => Seq("sh", "-c", script, "sh") ++ c.words))
    assertEquals(result.entries.head.fault, None)
    assertEquals(String(Files.readAllBytes(folder.resolve("words"))).trim, "echo size=1")
    assert(Files.exists(folder.resolve("end")), "it was killed")

  test("when memory runs out the largest contender is killed, and it is told"):
    Using.resource(Children(keepFree = 100, () => Some(99L)).open()): children =>
      val hanging = contender("fake", "exec sleep 1000")
      val result =
        new Session(Fakes.echo, Seq(hanging), Fakes.rounds, children, Fakes.folder(), _ => ()).run()
      assertEquals(fault(result), Fault.Broken("was killed, as the machine was running out of memory"))
end SessionSuite
