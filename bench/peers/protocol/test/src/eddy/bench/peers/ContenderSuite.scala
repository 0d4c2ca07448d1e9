package eddy.bench.peers

import java.io.{BufferedReader, ByteArrayOutputStream, PrintStream, StringReader}

class ContenderSuite extends eddy.testing.PatientSuite:
  private var closed = 0

  /** What the harness reads. */
  private def talk(args: String*)(lines: String*): Seq[String] = run(args, lines)(0)

  /** What goes to stdout and to stderr. */
  private def run(args: Seq[String], lines: Seq[String]): (Seq[String], String) =
    val out, err = ByteArrayOutputStream()
    val commands = BufferedReader(StringReader(lines.mkString("\n")))
    Console.withErr(err):
      Contender.serve(args, commands, PrintStream(out)):
        case ("add", params) => Adding(params.int("by"))
        case ("full", _) => Failing(OutOfMemoryError("Java heap space"))
        case ("cannot", _) => Failing(Unsupported("it has no\nmailbox"))
        case ("broken", _) => Failing(IllegalStateException("an actor died"))
    (out.toString.linesIterator.toSeq, err.toString)

  private class Adding(by: Int) extends Workload:
    private var sum = 0L

    def go(n: Long): Done =
      sum += n * by
      Done(7, sum, Seq("heap" -> 1L, "rss" -> 2L))

    override def close(): Unit = closed += 1

  private class Failing(e: Throwable) extends Workload:
    def go(n: Long): Done = throw e

  test("a go is answered with n, nanoseconds, the answer and the extras, by one workload that stays"):
    assertEquals(
      talk("add", "by=2")("go 10", "go 1"),
      Seq("done 10 7 20 heap=1 rss=2", "done 1 7 22 heap=1 rss=2")
    )

  test("the end of the input closes the workload"):
    val before = closed
    assertEquals(talk("add", "by=2")(), Nil)
    assertEquals(closed, before + 1)

  test("an unknown workload is an error for each go"):
    assertEquals(talk("fly")("go 1", "go 2"), Seq.fill(2)("error there is no workload fly here"))

  test("a workload says in one line why it cannot be done"):
    assertEquals(talk("cannot")("go 1"), Seq("error it has no mailbox"))

  test("an unforeseen failure is an error, with its trace on stderr"):
    val (replies, log) = run(Seq("broken"), Seq("go 1"))
    assertEquals(replies, Seq("error java.lang.IllegalStateException: an actor died"))
    assert(clue(log).contains("ContenderSuite"))

  test("no memory is an error, not the end"):
    assertEquals(talk("full")("go 1", "go 1"), Seq.fill(2)("error out of memory: Java heap space"))

  test("a wrong argument or command names the bad value"):
    assert(clue(talk("add", "by=x")("go 1").head).contains("by=x is not a whole number"))
    assert(clue(talk("add")("go 1").head).contains("add needs the argument by="))
    assert(clue(talk("add", "2")("go 1").head).contains("write the argument 2 as key=value"))
    assert(clue(talk("add", "by=1")("stop").head).contains("not understood: stop"))
    assert(clue(talk("add", "by=1")("go 0").head).contains("not understood: go 0"))

  test("memory that is held shows in the heap, and the process is resident"):
    // what else runs in this JVM may free some at the same time
    eddy.testing.Eventually.until("8 MiB more in the heap"):
      val before = Memory.heapAfterFullGc()
      val held = Array.ofDim[Byte](8 << 20)
      val after = Memory.heapAfterFullGc()
      assert(Memory.resident() > held.length)
      after - before >= (7 << 20)
end ContenderSuite
