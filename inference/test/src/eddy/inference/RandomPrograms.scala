package eddy.inference

import java.nio.file.{Files, Path as FilePath}

import dotty.tools.dotc.Driver
import dotty.tools.dotc.interfaces.Diagnostic
import dotty.tools.dotc.reporting.StoreReporter
import subjects.App

/** A program of [[RandomProgram]], loaded with instruments.
  *
  * @param root
  *   folder of its class files
  */
final class RandomPrograms(val root: FilePath):
  private val loader = Instrumented(getClass.getClassLoader, root, _.startsWith("generated."))

  /** Each makes objects, and registers handlers that share them. */
  val all: List[App => Unit] =
    val module = loader.loadClass("generated.Program$").getField("MODULE$").get(null)
    module.getClass.getMethod("all").invoke(module).asInstanceOf[List[App => Unit]]

object RandomPrograms:
  /** Arguments of the handlers. */
  val paths: List[String] = List("a", "b", "", "aaaa", "bbbbbbb")

  /** Compiles a program with `more` random methods, and returns the folder. */
  def compiled(seed: Long, more: Int, libraries: CallingLibraries = RandomLibraryCalls): FilePath =
    val folder = Files.createTempDirectory("random-program")
    val file = folder.resolve("Program.scala")
    Files.writeString(file, RandomProgram(seed, libraries).source(more))
    val reporter = StoreReporter(null)
    val options =
      Array("-nowarn", "-classpath", System.getProperty("java.class.path"), "-d", s"$folder", s"$file")
    val _ = Driver().process(options, reporter, null)
    val errors = reporter.removeBufferedMessages(using dotty.tools.dotc.core.Contexts.NoContext)
      .filter(_.level == Diagnostic.ERROR).distinctBy(_.message)
      .map(d => s"${d.pos.line}: ${d.message}")
    if errors.nonEmpty then
      throw AssertionError(s"program of seed $seed in $folder:\n${errors.mkString("\n")}")
    folder
