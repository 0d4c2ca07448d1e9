package eddy.launcher

import eddy.bench.chat.{ChatLoad, ChatWorkload}
import eddy.bench.{Bench, BenchFailure, ServerCommand}

import java.io.PrintStream
import java.lang.management.ManagementFactory
import java.net.URI
import java.nio.file.Path
import java.time.LocalDateTime
import java.time.format.DateTimeFormatter
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** `./eddy bench chat`: options to a load, and an exit code. */
private[launcher] object BenchCommand:
  def chat(words: Words, folder: Path, out: PrintStream): Int =
    val load = chatLoad(words.options)
    val files = outFolder("chat", words, folder)
    val server = words.options.get("--url").map(url).toRight(serverLikeThis)
    LogFormat.install(System.Logger.Level.WARNING)
    try
      if Bench(server, files, home, out, onTerminal).run(ChatWorkload(load))
      then 0
      else 1
    catch
      case e: BenchFailure =>
        throw Refusal.cannot(s"cannot measure: ${e.getMessage}", "see ./eddy help bench chat")

  /** The checkout that this program was built from. */
  private[launcher] def home: Option[Path] = Option(System.getProperty("eddy.home")).map(Path.of(_))

  private[launcher] def onTerminal: Boolean = Option(System.console).exists(_.isTerminal)

  /** Where the files of a run go: `--out`, or a folder of their own in the checkout. */
  private[launcher] def outFolder(workload: String, words: Words, folder: Path): Path =
    val time = LocalDateTime.now.format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"))
    words.options.get("--out") match
      case Some(named) => folder.resolve(named)
      case None => home.getOrElse(folder).resolve(s"out/bench/$workload-$time")

  private[launcher] def chatLoad(options: Map[String, String]): ChatLoad =
    val d = ChatLoad()
    def whole(name: String, default: Int): Int =
      options.get(name).fold(default)(BenchCommand.whole(name, _)(wrong))
    val rate = options.get("--rate").fold(d.perSecond): text =>
      text.toDoubleOption.filter(_.isFinite).getOrElse(throw wrong(s"--rate $text: must be a number"))
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
    catch
      case e: IllegalArgumentException =>
        throw wrong(s"--${String.valueOf(e.getMessage).stripPrefix("requirement failed: ")}")

  /** The number in `text`, or what `wrong` makes of a sentence that says what it must be. */
  private[launcher] def whole(name: String, text: String)(wrong: String => Refusal): Int =
    text.toIntOption.getOrElse:
      val digits = text.stripPrefix("-")
      val must =
        if digits.isEmpty || !digits.forall(_.isDigit) then "be a whole number"
        else if text.startsWith("-") then "not be negative"
        else s"be at most ${Int.MaxValue}"
      throw wrong(s"$name $text: must $must")

  private def wrong(message: String) = Refusal.wrong(message, "see ./eddy help bench chat")

  private def url(text: String): URI =
    val uri =
      try URI(text)
      catch
        case _: java.net.URISyntaxException =>
          throw wrong(s"--url $text: must be an address such as http://127.0.0.1:8080/")
    if uri.getScheme == "http" && uri.getHost != null then uri
    else throw wrong(s"--url $text: must begin with http:// and name a host, as in http://127.0.0.1:8080/")

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
end BenchCommand
