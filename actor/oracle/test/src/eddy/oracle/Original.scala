package eddy.oracle

import eddy.testing.Waits

import java.io.File
import java.lang.ProcessBuilder.Redirect
import java.util.concurrent.TimeUnit

/** The original library's traces: one process of its own runs all scenarios, with the Scala library of its
  * time.
  */
object Original:
  lazy val traces: Map[String, List[String]] = parse(run())

  /** Of the scenarios with two nodes. */
  lazy val remoteTraces: Map[String, List[String]] = parse(run("remote"))

  private def run(arguments: String*): List[String] =
    val classPath = Option(System.getenv("EDDY_ORACLE")).filter(_.nn.nonEmpty).getOrElse(
      throw IllegalStateException("EDDY_ORACLE is not set: run this suite by ./mill actor.oracle.test")
    )
    val said = File.createTempFile("oracle", ".txt").nn
    try
      val java = s"${System.getProperty("java.home")}/bin/java"
      // its lock-free parts are of a time in which Unsafe was the only way
      val command = Seq(java, "--sun-misc-unsafe-memory-access=allow", "-cp", classPath)
      val process = new ProcessBuilder(
        command ++ ("eddy.oracle.original.Main" +: arguments)*
      ).redirectError(Redirect.DISCARD).nn.redirectOutput(said).nn.start().nn
      if !process.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS) then
        process.destroyForcibly(): Unit
        throw IllegalStateException(
          s"the original's scenarios did not end; they said:\n${read(said).mkString("\n")}"
        )
      if process.exitValue != 0 then
        throw IllegalStateException(s"the original ended with ${process.exitValue}")
      read(said)
    finally said.delete(): Unit
  end run

  private def read(file: File): List[String] =
    scala.jdk.CollectionConverters.ListHasAsScala(
      java.nio.file.Files.readAllLines(file.toPath).nn
    ).asScala.toList

  /** `= scenario`, and `- line` for each line of its trace. */
  private def parse(lines: List[String]): Map[String, List[String]] = lines match
    case Nil => Map.empty
    case head :: rest =>
      val (trace, others) = rest.span(_.startsWith("- "))
      parse(others) + (head.drop(2) -> trace.map(_.drop(2)))
end Original
