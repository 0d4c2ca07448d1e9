package eddy.bench.web

import eddy.bench.Machine
import eddy.bench.actors.{Jvm, LeftOut, Program, Workshop}
import eddy.bench.web.run.{Launch, WebContender}

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** Makes the contenders: JVM programs with the checkout's build, others with `bench/peers/build`.
  *
  * @param home the checkout
  */
private[web] final class WebWorkshop(home: Path, log: Path, say: String => Unit):
  private val workshop = new Workshop(home, log, say)

  /** Those of `names` that could be made, in their order, and why the others could not. */
  def make(names: Seq[String]): (made: Seq[WebContender], leftOut: Seq[LeftOut]) =
    val wanted = WebContender.programs.filter(p => names.contains(p.name))
    val unbuilt = workshop.unbuiltModules(wanted.collect { case (_, p: Program.Jvm, _) => p.module }.distinct)
    val natives = wanted.collect { case (name, _: Program.Native, _) => name }
    val told = workshop.buildNatives(natives)
    val all = wanted.map: (name, program, words) =>
      val made = program match
        case p: Program.Jvm => unbuilt.get(p.module).toLeft(jvm(name, p, words))
        case Program.Native(remedy) => told.flatMap(native(name, remedy, words, _))
      made.left.map(LeftOut(name, _))
    (all.collect { case Right(made) => made }, all.collect { case Left(out) => out })

  private def jvm(name: String, program: Program.Jvm, words: Seq[String]): WebContender =
    val dist = home.resolve("out").resolve(program.module.replace('.', '/')).resolve("dist.dest")
    val command = (launch: Launch, port: Int) =>
      Jvm.command(launch.heap.flags, dist, program.main, launch.words(name, port) ++ words)
    WebContender(name, version(name, dist), jvm = true, command)

  private def native(
      name: String,
      remedy: String,
      words: Seq[String],
      told: Map[String, String]
  ): Either[String, WebContender] =
    told.get(name) match
      case Some(s"built, $version") =>
        val program = workshop.natives.resolve(name).toString
        Right(WebContender(
          name,
          version,
          jvm = false,
          (l, port) => (program +: l.words(name, port)) ++ words
        ))
      case Some(s"missing, $why") => Left(s"what it needs is not installed; to have it: $why")
      case _ => Left(s"it does not build (to have it: $remedy), see $log")

  /** Of Eddy the commit; of others what their main library's jar is called. */
  private def version(name: String, dist: Path): String =
    if name == WebContender.eddy then Machine.commit(home).fold("unknown commit")("commit " + _)
    else
      val jars = Files.readAllLines(dist.resolve("classpath")).asScala.toSeq.map(_.stripSuffix(".jar"))
      val libraries = WebWorkshop.libraries.filter((contender, _) => name.startsWith(contender)).map(_(1))
      val found =
        for
          library <- libraries; jar <- jars
          if jar.startsWith(library) && jar.stripPrefix(library).head.isDigit
        yield jar
      if found.isEmpty then "unknown version" else found.distinct.mkString(", ")
end WebWorkshop

private[web] object WebWorkshop:
  /** How the jars begin that tell a contender's version. */
  private val libraries = Seq(
    "netty" -> "netty-codec-http-",
    "vertx" -> "vertx-core-",
    "pekko-http" -> "pekko-http_",
    "jetty" -> "jetty-server-",
    "jetty" -> "spring-webmvc-",
    "jetty" -> "spring-boot-"
  )
