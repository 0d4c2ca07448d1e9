package eddy.bench.actors

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** A contender that does not take part. */
private[actors] final case class LeftOut(contender: String, why: String)

/** Makes the contenders: JVM programs with the checkout's build, others with their compilers, where those are installed.
  *
  * @param home the checkout
  * @param path where programs are looked for
  * @param log gets what the builds say
  */
private[actors] final class Workshop(home: Path, path: String, log: Path, say: String => Unit):
  private val state = home.resolve(".eddy").resolve("peers")

  /** Those of `names` that could be made, in their order, and why the others could not. */
  def make(names: Seq[String]): (made: Seq[Contender], leftOut: Seq[LeftOut]) =
    val wanted = Program.all.filter(p => names.contains(p.name))
    val modules = wanted.collect { case (_, Program.Jvm(module, _)) => module }.distinct
    val unbuilt = if modules.isEmpty then Map.empty else build(modules)
    val all = wanted.map: (name, program) =>
      val contender = program.missing(path).toLeft(program).flatMap:
        case Program.Jvm(module, main) =>
          unbuilt.get(module).toLeft(Jvm(name, dist(module), main, home).contender)
        case Program.Erlang(folder) => erlang(name, home.resolve(folder))
        case Program.Go(folder) => go(name, home.resolve(folder))
      contender.left.map(LeftOut(name, _))
    (all.collect { case Right(made) => made }, all.collect { case Left(out) => out })

  private def dist(module: String): Path =
    home.resolve("out").resolve(module.replace('.', '/')).resolve("dist.dest")

  /** Builds all at once; if that fails, one by one, to know which. What could not be built, and why. */
  private def build(modules: Seq[String]): Map[String, String] =
    say(s"building ${modules.mkString(", ")} ...")
    if mill(modules).isRight then Map.empty
    else modules.flatMap(m => mill(Seq(m)).left.toOption.map(m -> _)).toMap

  private def mill(modules: Seq[String]): Either[String, String] =
    val tasks = modules.map(_ + ".dist").reduce((a, b) => s"$a + $b").split(' ').toSeq
    val daemon = if System.getenv("CI") == null then Nil else Seq("--no-daemon")
    run(home, home.resolve("mill").toString +: (daemon ++ Seq("--ticker", "false") ++ tasks))

  private def erlang(name: String, sources: Path): Either[String, Contender] =
    for
      files <- sourceFiles(sources, ".erl")
      beams = Files.createDirectories(state.resolve("erlang"))
      _ = say("compiling the Erlang contender ...")
      _ <- run(home, Seq("erlc", "-o", beams.toString) ++ files.map(_.toString))
      version <- run(
        home,
        Seq("erl", "-noshell", "-eval") :+
          "io:format(\"Erlang/OTP ~s, erts ~s~n\", [erlang:system_info(otp_release), erlang:system_info(version)]), halt()."
      )
    yield
      val flags = Seq("-noshell", "+P", "20000000")
      val start = ("erl" +: flags) ++ Seq("-pa", beams.toString, "-s", "bench", "main", "-extra")
      Contender(name, s"$version, erl ${flags.mkString(" ")}", start ++ _.words)

  private def go(name: String, sources: Path): Either[String, Contender] =
    for
      _ <- sourceFiles(sources, ".go")
      binary = Files.createDirectories(state).resolve("go-contender")
      _ = say("compiling the Go contender ...")
      _ <- run(sources, Seq("go", "build", "-o", binary.toString, "."))
      version <- run(sources, Seq("go", "version"))
    yield Contender(name, version, binary.toString +: _.words)

  private def sourceFiles(folder: Path, end: String): Either[String, Seq[Path]] =
    val files =
      if !Files.isDirectory(folder) then Nil
      else scala.util.Using.resource(Files.list(folder))(_.iterator.asScala.toSeq)
    Some(files.filter(_.toString.endsWith(end)).sorted).filter(_.nonEmpty)
      .toRight(s"there are no sources in ${home.relativize(folder)}")

  /** Its last line on success, else why it failed. Everything it says goes to the log. */
  private def run(folder: Path, command: Seq[String]): Either[String, String] =
    try
      val process = new ProcessBuilder(command*).directory(folder.toFile).redirectErrorStream(true).start()
      process.getOutputStream.close()
      val text = new String(process.getInputStream.readAllBytes, "UTF-8")
      val code = process.waitFor()
      Files.writeString(
        log,
        s"${command.mkString(" ")}\n$text\n",
        java.nio.file.StandardOpenOption.CREATE,
        java.nio.file.StandardOpenOption.APPEND
      )
      val lines = text.linesIterator.filterNot(_.isBlank).toSeq
      if code == 0 then Right(lines.lastOption.getOrElse(""))
      else
        val telling = lines.find(_.toLowerCase.contains("error")).orElse(lines.lastOption).getOrElse("")
        Left(s"it does not build: ${telling.trim} (all of it: $log)")
    catch case e: IOException => Left(s"it does not build: ${e.getMessage}")
end Workshop
