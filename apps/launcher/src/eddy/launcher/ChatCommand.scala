package eddy.launcher

import eddy.bench.chat.{ChatLoad, ChatWorkload}
import eddy.bench.{Bench, ServerCommand}

import java.io.PrintStream
import java.lang.management.ManagementFactory
import java.net.URI
import java.nio.file.Path
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** `./eddy bench chat`: options to a load, and an exit code. */
private[launcher] object ChatCommand:
  private val run = BenchRun("chat")

  def chat(words: Words, folder: Path, out: PrintStream): Int =
    val load = chatLoad(words.options)
    val server = words.options.get("--url").map(url).toRight(serverLikeThis)
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

  private def url(text: String): URI =
    val uri =
      try URI(text)
      catch
        case _: java.net.URISyntaxException =>
          throw run.wrong(s"--url $text: must be an address such as http://127.0.0.1:8080/")
    if uri.getScheme == "http" && uri.getHost != null then uri
    else
      throw run.wrong(s"--url $text: must begin with http:// and name a host, as in http://127.0.0.1:8080/")

  /** This program as `serve`, in a process of its own, with the flags of this one. */
  private def serverLikeThis: ServerCommand =
    val java = ProcessHandle.current.info.command.toScala.getOrElse("java")
    val flags = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala.toSeq
    val main = Seq(
      "-cp",
      System.getProperty("java.class.path"),
      "eddy.launcher.Main",
      "serve",
      "--port",
      "0",
      "--host",
      "127.0.0.1"
    )
    ServerCommand(java, flags, main)
end ChatCommand
