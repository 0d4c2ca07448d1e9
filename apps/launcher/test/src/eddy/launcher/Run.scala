package eddy.launcher

import eddy.testing.TestFolder

import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.{Files, Path}

/** One command line run in this JVM, in an empty folder unless one is given. */
final case class Run(code: Int, out: String, err: String)

object Run:
  def apply(arguments: String*)(using
      folder: Path = noFiles,
      environment: Map[String, String] = Map.empty
  ): Run =
    val out, err = new ByteArrayOutputStream
    val code =
      Main.run(arguments, environment, folder, new PrintStream(out, true), new PrintStream(err, true))
    new Run(code, out.toString, err.toString)

  /** A folder that holds just the config file `name`. */
  def folderWith(name: String, text: String): Path =
    val folder = TestFolder.make("eddy-config")
    Files.writeString(folder.resolve(name), text)
    folder

  private lazy val noFiles = TestFolder.make("eddy-config")
