package eddy.bench.actors

import java.io.IOException
import java.lang.ProcessBuilder.Redirect
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

/** A contender that does not take part. */
private[bench] final case class LeftOut(contender: String, why: String)

/** Makes the contenders: JVM programs with the checkout's build, others with their compilers, where those are installed.
  *
  * @param home the checkout
  * @param log gets what the builds say
  */
private[bench] final class Workshop(home: Path, log: Path, say: String => Unit):
  private[bench] val natives: Path = home.resolve(".eddy").resolve("peers")

  /** Those of `names` that could be made, in their order, and why the others could not. */
  def make(names: Seq[String]): (made: Seq[Contender], leftOut: Seq[LeftOut]) =
    val wanted = Program.all.filter(p => names.contains(p.name))
    val unbuilt = unbuiltModules(wanted.collect { case (_, p: Program.Jvm) => p.module }.distinct)
    val told = buildNatives(wanted.collect { case (name, _: Program.Native) => name })
    val all = wanted.map: (name, program) =>
      val contender = program match
        case p: Program.Jvm => unbuilt.get(p.module).toLeft(jvm(name, p))
        case Program.Native(remedy) => told.flatMap(native(name, remedy, _))
      contender.left.map(LeftOut(name, _))
    (all.collect { case Right(made) => made }, all.collect { case Left(out) => out })

  private def jvm(name: String, program: Program.Jvm): Contender =
    val dist = home.resolve("out").resolve(program.module.replace('.', '/')).resolve("dist.dest")
    Jvm(name, dist, program, home).contender

  /** Builds all at once; if that fails, one by one, to know which. What could not be built, and why. */
  private[bench] def unbuiltModules(modules: Seq[String]): Map[String, String] =
    if modules.isEmpty then Map.empty
    else
      say(s"building ${modules.mkString(", ")} ...")
      if mill(modules).isRight then Map.empty
      else modules.flatMap(m => mill(Seq(m)).left.toOption.map(m -> _)).toMap

  private def mill(modules: Seq[String]): Either[String, String] =
    val tasks = modules.map(m => Seq(s"$m.dist")).reduce((a, b) => (a :+ "+") ++ b)
    val flags = if System.getenv("CI") == null then Nil else Seq("--no-daemon")
    run((home.resolve("mill").toString +: flags) ++ Seq("--ticker", "false") ++ tasks)

  /** What the script tells of each peer. */
  private[bench] def buildNatives(peers: Seq[String]): Either[String, Map[String, String]] =
    if peers.isEmpty then Right(Map.empty)
    else
      say(s"compiling ${peers.mkString(", ")} ...")
      run(Seq("sh", home.resolve("bench/peers/build").toString, natives.toString) ++ peers).map: text =>
        text.linesIterator.collect { case s"$peer: $told" => peer -> told }.toMap

  private def native(name: String, remedy: String, told: Map[String, String]): Either[String, Contender] =
    told.get(name) match
      case Some(s"built, $version") =>
        Right(Contender(name, version, natives.resolve(name).toString +: _.words))
      case Some(s"missing, $_") => Left(s"its compiler is not installed; to have it: $remedy")
      case _ => Left(s"it does not build, see $log")

  /** What it writes to standard output, or why it failed. Everything goes to the log. */
  private def run(command: Seq[String]): Either[String, String] =
    try
      val errors = Files.createTempFile("bench-build", ".log")
      val process = new ProcessBuilder(command*).directory(home.toFile).redirectError(errors.toFile)
        .redirectInput(Redirect.from(Workshop.nothing)).start()
      val text = new String(process.getInputStream.readAllBytes, UTF_8)
      val code = process.waitFor()
      val said = text + new String(Files.readAllBytes(errors), UTF_8)
      Files.delete(errors)
      append(s"${command.mkString(" ")}\n$said\n")
      val lines = said.linesIterator.filterNot(_.isBlank).toSeq
      def telling = lines.find(_.toLowerCase.contains("error")).orElse(lines.lastOption).getOrElse("")
      if code == 0 then Right(text) else Left(s"it does not build: ${telling.trim} (all of it: $log)")
    catch case e: IOException => Left(s"it does not build: ${e.getMessage}")

  private def append(text: String): Unit =
    import java.nio.file.StandardOpenOption.{APPEND, CREATE}
    Files.writeString(log, text, CREATE, APPEND): Unit
end Workshop

private[bench] object Workshop:
  private val nothing = java.io.File("/dev/null")
