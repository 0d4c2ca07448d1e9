package eddy.launcher

import eddy.bench.{BenchFailure, ServerCommand}
import eddy.web.verify.{Nearest, Refusal, Words}

import java.lang.management.ManagementFactory
import java.net.URI
import java.nio.file.Path
import java.time.LocalDateTime
import java.time.format.DateTimeFormatter
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** What the workloads of `./eddy bench` have in common on the command line.
  *
  * @param workload its word there
  */
private[launcher] final class BenchRun(workload: String):
  private val help = s"see ./eddy help bench $workload"

  /** Runs it; an exit code.
    *
    * @param bench gets the folder for the files, and the checkout, or else the present folder; true when what it measured is right
    */
  def apply(words: Words, folder: Path)(bench: (Path, Path) => Boolean): Int =
    val home = BenchRun.home.getOrElse(folder)
    LogFormat.install(System.Logger.Level.WARNING)
    try if bench(files(words, folder), home) then 0 else 1
    catch case e: BenchFailure => throw Refusal.cannot(s"cannot measure: ${e.getMessage}", help)

  /** Where the files of a run go: `--out`, or a folder of their own in the checkout. */
  private def files(words: Words, folder: Path): Path =
    val time = LocalDateTime.now.format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"))
    words.options.get("--out") match
      case Some(named) => folder.resolve(named)
      case None => BenchRun.home.getOrElse(folder).resolve(s"out/bench/$workload-$time")

  /** What an option names, separated by commas; nothing when it is not there.
    *
    * @param kind what the names are names of
    * @param parts of a name that is nearly right, if it has any
    */
  def named(
      options: Map[String, String],
      option: String,
      kind: String,
      names: Seq[String],
      parts: String => Seq[String] = _ => Nil
  ): Seq[String] =
    val words = options.get(option).fold(Seq.empty): text =>
      val found = text.split(',').toSeq.map(_.trim).filter(_.nonEmpty)
      if found.isEmpty then throw wrong(s"$option is empty") else found
    for word <- words if !names.contains(word) && !parts(word).contains(word) do
      val near = parts(word)
      def others = s"there are ${(if near.isEmpty then names else near).mkString(", ")}"
      val meant = if near.isEmpty then Nearest.to(word, names) else None
      val remedy = meant.fold(others)(m => s"did you mean $m?")
      throw Refusal.wrong(s"$option $word: there is no such $kind", remedy)
    words

  def wrong(message: String): Refusal = Refusal.wrong(message, help)

  /** As `require` tells it of the parameter that is named like the option. */
  def wrong(e: IllegalArgumentException): Refusal =
    wrong(s"--${String.valueOf(e.getMessage).stripPrefix("requirement failed: ")}")

  /** The value of a numeric option. */
  def whole(options: Map[String, String], name: String): Option[Int] = options.get(name).map: text =>
    text.toIntOption.getOrElse:
      val digits = text.stripPrefix("-")
      val must =
        if digits.isEmpty || !digits.forall(_.isDigit) then "be a whole number"
        else if text.startsWith("-") then "not be negative"
        else s"be at most ${Int.MaxValue}"
      throw wrong(s"$name $text: must $must")

  /** The value of `--url`. */
  def url(text: String): URI =
    val uri =
      try URI(text)
      catch
        case _: java.net.URISyntaxException =>
          throw wrong(s"--url $text: must be an address such as http://127.0.0.1:8080/")
    if uri.getScheme == "http" && uri.getHost != null then uri
    else
      throw wrong(s"--url $text: must begin with http:// and name a host, as in http://127.0.0.1:8080/")
end BenchRun

private[launcher] object BenchRun:
  /** The checkout that this program was built from. */
  def home: Option[Path] = Option(System.getProperty("eddy.home")).map(Path.of(_))

  def onTerminal: Boolean = Option(System.console).exists(_.isTerminal)

  /** This program as `serve`, in a process of its own, with the flags of this one. */
  def serverLikeThis: ServerCommand =
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
end BenchRun
