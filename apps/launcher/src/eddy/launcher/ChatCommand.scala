package eddy.launcher

import eddy.bench.Bench
import eddy.bench.chat.{ChatLoad, ChatWorkload}
import eddy.web.verify.Words

import java.io.PrintStream
import java.nio.file.Path

/** `./eddy bench chat`: options to a load, and an exit code. */
private[launcher] object ChatCommand:
  private val run = BenchRun("chat")

  def chat(words: Words, folder: Path, out: PrintStream): Int =
    val load = chatLoad(words.options)
    val server = words.options.get("--url").map(run.url).toRight(BenchRun.serverLikeThis)
    run(words, folder): (files, _) =>
      Bench(server, files, BenchRun.home, out, BenchRun.onTerminal).run(ChatWorkload(load))

  private[launcher] def chatLoad(options: Map[String, String]): ChatLoad =
    val d = ChatLoad()
    def whole(name: String, default: Int) = run.whole(options, name).getOrElse(default)
    val rate = options.get("--rate").fold(d.perSecond): text =>
      text.toDoubleOption.filter(_.isFinite).getOrElse(throw run.wrong(s"--rate $text: must be a number"))
    try
      ChatLoad(
        whole("--connections", d.connections),
        whole("--messages", d.messages),
        rate,
        // Few people need few rooms: the default must not refuse them.
        whole("--rooms", math.max(1, math.min(d.rooms, whole("--connections", d.connections) / 2))),
        whole("--warmup", d.warmupSeconds),
        whole("--size", d.textBytes)
      )
    catch case e: IllegalArgumentException => throw run.wrong(e)
  end chatLoad
end ChatCommand
