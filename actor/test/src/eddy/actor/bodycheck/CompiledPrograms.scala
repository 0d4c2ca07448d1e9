package eddy.actor
package bodycheck

import java.nio.file.{Files, Path}
import scala.jdk.StreamConverters.*

import dotty.tools.dotc.Driver
import dotty.tools.dotc.interfaces.Diagnostic
import dotty.tools.dotc.reporting.StoreReporter

/** What a real compiler says of small programs. All are compiled at once, since it takes long to start.
  *
  * @param common what they all begin with
  */
final class CompiledPrograms(common: String):
  private val programs = scala.collection.mutable.ArrayBuffer.empty[String]

  /** @return its number */
  def add(program: String): Int =
    programs += program
    programs.size - 1

  /** Each with the number of the program that it is about. */
  lazy val said: List[(Int, CompiledPrograms.Said)] =
    val objects = programs.toVector.zipWithIndex.map((program, i) =>
      s"object Program$i:\n${program.stripMargin.indent(2)}"
    )
    val starts = objects.scanLeft(common.linesIterator.size)((line, text) => line + text.linesIterator.size)
    val folder = Files.createTempDirectory("programs").nn
    try
      val file = folder.resolve("Programs.scala").nn
      Files.writeString(file, s"$common\n${objects.mkString}")
      val reporter = new StoreReporter(null)
      val _ = new Driver().process(
        Array("-classpath", System.getProperty("java.class.path").nn, "-d", folder.toString, file.toString),
        reporter,
        null
      )
      reporter.removeBufferedMessages(using dotty.tools.dotc.core.Contexts.NoContext).map: found =>
        val isError = found.level == Diagnostic.ERROR
        starts.lastIndexWhere(_ <= found.pos.line) -> CompiledPrograms.Said(isError, found.message)
    finally CompiledPrograms.delete(folder)
  end said
end CompiledPrograms

object CompiledPrograms:
  final case class Said(isError: Boolean, message: String)

  private def delete(folder: Path): Unit =
    Files.walk(folder).nn.toScala(List).reverse.foreach(Files.delete)
