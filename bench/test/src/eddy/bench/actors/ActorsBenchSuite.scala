package eddy.bench.actors

import eddy.bench.actors.Fakes.{bench, contender, echo, folder, steady}

import java.nio.file.Files
import scala.jdk.CollectionConverters.*

class ActorsBenchSuite extends eddy.testing.PatientSuite:
  test("a run prints its table and writes it with CSV files"):
    val files = folder()
    val (fine, text) = bench(files, echo)(steady("eddy", 500), steady("slow"))
    assert(fine, text)
    for part <-
        Seq("echo size=1", "2.00x slow", "≥ 2x met", "1 goals met, 0 not met, 0 open", "eddy: 1", "a machine")
    do
      assert(text.contains(part), s"'$part' is missing in\n$text")
    val summary = Files.readString(files.resolve("summary.txt"))
    assert(text.contains(summary), s"$text\n---\n$summary")
    val rows = Files.readAllLines(files.resolve("results.csv")).asScala.toSeq
    assertEquals(
      rows,
      Seq(
        "workload,arguments,contender,figure,unit,median,min,max,samples,eddy_times_better,fault",
        "echo,size=1,eddy,,M msg/s,2,2,2,3,,",
        "echo,size=1,slow,,M msg/s,1,1,1,3,2,"
      )
    )
    assertEquals(Files.readAllLines(files.resolve("samples.csv")).size, 7)

  test("a wrong answer of anyone fails the run"):
    val (fine, text) = bench(folder(), echo)(steady("eddy"), contender("slow", "echo done $n 5000000 0"))
    assert(!fine && text.contains("FAILED") && text.contains("WRONG [1]"), text)

  test("a peer that breaks down does not fail the run, Eddy does"):
    val dying = "exit 1"
    assert(bench(folder(), echo)(steady("eddy"), contender("slow", dying))(0))
    assert(!bench(folder(), echo)(contender("eddy", dying), steady("slow"))(0))

  test("what cannot be done is no failure, and its reason with commas keeps the file's columns"):
    val files = folder()
    val (fine, text) = bench(files, echo)(contender("eddy", "echo 'error no, \"never\"'"))
    assert(fine, text)
    val row = Files.readAllLines(files.resolve("results.csv")).get(1)
    assertEquals(row, "echo,size=1,eddy,,M msg/s,,,,0,,\"no, \"\"never\"\"\"")

  test("contenders end with the run"):
    val files = folder()
    val _ = bench(files, echo)(contender("eddy", s"echo $$$$ > $files/pid; echo done $$n 5000000 $$n"))
    val pid = Files.readString(files.resolve("pid")).trim.toLong
    assert(!ProcessHandle.of(pid).map(_.isAlive).orElse(false))
end ActorsBenchSuite
