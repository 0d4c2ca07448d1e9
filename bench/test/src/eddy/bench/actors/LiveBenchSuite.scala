package eddy.bench.actors

import eddy.bench.BenchFailure

import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.Files

class LiveBenchSuite extends eddy.testing.PatientSuite:
  private def live(count: Int, body: String): (Boolean, String) =
    val out = new ByteArrayOutputStream
    val folder = Fakes.folder()
    val bench = LiveBench(count, folder, folder, new PrintStream(out), live = false)
    val fine = bench.measure(Fakes.contender("eddy", body), 100, Seq("a machine"))
    assert(out.toString.contains(Files.readString(folder.resolve("live.txt"))))
    (fine, out.toString)

  test("it tells bytes and time of each actor, and how many answered"):
    val (fine, text) =
      live(1000, "echo done 1 2000000000 1000 heap=44500 rss=90000 started=1000 touch=500000000")
    assert(fine, text)
    for part <- Seq(
        "1,000 alive, started in 2.0 s",
        "44.5 bytes of heap each; 90.0 of",
        "1,000 answered, in 0.5 s",
        "-Xmx100m",
        "a machine"
      )
    do assert(text.contains(part), s"'$part' is missing in\n$text")

  test("actors that do not answer fail it"):
    val failure = intercept[BenchFailure](live(1000, "echo done 1 2000000000 999 heap=1 rss=1"))
    assert(clue(String.valueOf(failure.getMessage)).contains("WRONG ANSWER 999"))

  test("a machine with too little memory refuses, and says how many would fit"):
    val failure = intercept[BenchFailure](LiveBench.heapMegabytes(100_000_000, Some(4L << 30)))
    val message = clue(String.valueOf(failure.getMessage))
    assert(message.startsWith("100,000,000 actors need about "))
    val fitting = message.split(' ').last.toInt
    assert(fitting > 1_000_000 && fitting < 100_000_000)
    val _ = LiveBench.heapMegabytes(fitting, Some(4L << 30))
end LiveBenchSuite
