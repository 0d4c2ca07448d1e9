package eddy.bench.contest

import java.io.IOException
import java.lang.ProcessBuilder.Redirect
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

/** A contender that does not take part. */
private[bench] final case class LeftOut(contender: String, why: String)

/** A contender that is to be made. */
private[bench] trait Wanted:
  def name: String
  def program: Program

/** Makes programs: those on the JVM with the checkout's build, others with `bench/peers/build`.
  *
  * @param home the checkout
  * @param log gets what the builds say
  */
private[bench] final class Workshop(val home: Path, log: Path, say: String => Unit):
  private val natives = home.resolve(".eddy").resolve("peers")

  /** The contenders whose programs could be made, in their order, and why the others could not. */
  def make[W <: Wanted, C](wanted: Seq[W])(contender: (
      W,
      Built
  ) => C): (made: Seq[C], leftOut: Seq[LeftOut]) =
    val programs = wanted.map(_.program).distinct
    val unbuilt = unbuiltModules(programs.collect { case p: Program.Jvm => p.module }.distinct)
    val told = buildNatives(programs.collect { case p: Program.Native => p.peer })
    val all = wanted.map: w =>
      val built = w.program match
        case p: Program.Jvm => unbuilt.get(p.module).toLeft(Built.Jvm(p, distOf(p)))
        case p: Program.Native => told.flatMap(native(p, _))
      built.map(contender(w, _)).left.map(LeftOut(w.name, _))
    (all.collect { case Right(made) => made }, all.collect { case Left(out) => out })

  private def distOf(program: Program.Jvm) =
    Dist(home.resolve("out").resolve(program.module.replace('.', '/')).resolve("dist.dest"))

  /** Builds all at once; if that fails, one by one, to know which. What could not be built, and why. */
  private def unbuiltModules(modules: Seq[String]): Map[String, String] =
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
  private def buildNatives(peers: Seq[String]): Either[String, Map[String, String]] =
    if peers.isEmpty then Right(Map.empty)
    else
      say(s"compiling ${peers.mkString(", ")} ...")
      run(Seq("sh", home.resolve("bench/peers/build").toString, natives.toString) ++ peers).map: text =>
        text.linesIterator.collect { case s"$peer: $told" => peer -> told }.toMap

  private def native(program: Program.Native, told: Map[String, String]): Either[String, Built] =
    told.get(program.peer) match
      case Some(s"built, $version") => Right(Built.Native(natives.resolve(program.peer), version))
      case Some(s"missing, $_") => Left(s"what it needs is not installed; to have it: ${program.remedy}")
      case _ => Left(s"it does not build (to have it: ${program.remedy}), see $log")

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

private object Workshop:
  private val nothing = java.io.File("/dev/null")
