package eddy.launcher

import eddy.bench.abuse.AbuseBench
import eddy.web.verify.Words

import java.io.PrintStream
import java.nio.file.Path

/** `./eddy bench abuse`: options to attacks, and an exit code. */
private[launcher] object AbuseCommand:
  private val run = BenchRun("abuse")

  private final val Seconds = 15

  def abuse(words: Words, folder: Path, out: PrintStream): Int =
    val options = words.options
    val only = run.named(options, "--only", "attack", AbuseBench.attacks)
    val seconds = run.whole(options, "--seconds").getOrElse(Seconds)
    if seconds < 1 then throw run.wrong(s"--seconds $seconds: must be positive")
    val server = options.get("--url").map(run.url).toRight(BenchRun.serverLikeThis)
    run(words, folder): (files, _) =>
      AbuseBench(server, only, seconds, files, BenchRun.home, out).run()
