package eddy.bench.web

import eddy.bench.Machine
import eddy.bench.contest.{Built, LeftOut, Workshop}
import eddy.bench.web.run.{Launch, WebContender, WebProgram}

/** Makes the contenders. */
private[bench] object WebContenders:
  /** Those of `names` that could be made, in their order, and why the others could not. */
  def make(workshop: Workshop, names: Seq[String]): (made: Seq[WebContender], leftOut: Seq[LeftOut]) =
    of(workshop, WebContender.programs.filter(p => names.contains(p.name)))

  /** @param ready a path that they answer with 200 once they serve */
  private[bench] def of(
      workshop: Workshop,
      programs: Seq[WebProgram],
      ready: String = "/plaintext"
  ): (made: Seq[WebContender], leftOut: Seq[LeftOut]) =
    workshop.make(programs): (entry, built) =>
      def words(launch: Launch, port: Int) = launch.words(entry.name, port) ++ entry.words
      built match
        case Built.Jvm(program, dist) =>
          val command = (launch: Launch, port: Int) =>
            dist.command(launch.heap.flags, program.main, words(launch, port))
          val known = version(entry.origin, dist.libraries, Machine.commit(workshop.home))
          WebContender(entry.name, known, jvm = true, command, entry.worker.isDefined, ready)
        case Built.Native(program, version) =>
          val command = (launch: Launch, port: Int) => program.toString +: words(launch, port)
          WebContender(entry.name, version, jvm = false, command, entry.worker.isDefined, ready)

  /** Of Eddy the commit; and what the jars are called of the libraries that matter.
    *
    * @param commit of the checkout
    */
  private[bench] def version(contender: String, jars: Seq[String], commit: => Option[String]): String =
    val ours =
      if contender.startsWith(WebContender.eddy) then
        Seq(commit.fold("unknown commit")("commit " + _))
      else Nil
    val theirs =
      for
        (owner, library) <- libraries if contender.startsWith(owner)
        jar <- jars if jar.startsWith(library) && jar.stripPrefix(library).head.isDigit
      yield jar
    val all = ours ++ theirs.distinct
    if all.isEmpty then "unknown version" else all.mkString(", ")

  /** How the jars begin that tell a contender's version. */
  private val libraries = Seq(
    "netty" -> "netty-codec-http-",
    "vertx" -> "vertx-core-",
    "pekko-http" -> "pekko-http_",
    "jetty" -> "jetty-server-",
    "jetty" -> "spring-webmvc-",
    "jetty" -> "spring-boot-",
    "tomcat" -> "tomcat-embed-core-",
    "tomcat" -> "mariadb-java-client-",
    WebContender.eddy -> "mariadb-java-client-"
  )
end WebContenders
