package eddy.launcher

import eddy.web.Explanation

import java.io.{File, PrintStream}
import java.lang.reflect.InvocationTargetException
import java.nio.file.{Files, Path}

/** A program that starts as ever, in a JVM of its own, up to where its server would listen; there it explains
  * its handlers, and ends.
  *
  * @param words the main class and its arguments, and `--class-path`
  */
private[launcher] final class ExplainedProgram(words: Words, folder: Path):
  private val remedy =
    s"give the class whose main starts the server, and with --class-path where it is; see ./eddy help ${words.command.mkString(" ")}"

  /** @param form how it explains them, see [[Explanation.Property]]
    * @param file where to, if it is not the standard output
    * @return its exit code, 0 if it has explained them
    * @throws Refusal for a class path that does not exist, or no class
    */
  def run(form: String, file: Option[Path], out: PrintStream, err: PrintStream): Int =
    if words.rest.isEmpty then throw Refusal.wrong("no main class was given", remedy)
    val properties =
      s"-D${Explanation.Property}=$form" :: file.map(f => s"-D${Explanation.FileProperty}=$f").toList
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val command = (java :: properties) ++ Seq("-cp", classPath, "eddy.launcher.Explained") ++ words.rest
    val child = ProcessBuilder(command*).redirectInput(ProcessBuilder.Redirect.INHERIT).start()
    val errors = Thread(
      () =>
        val _ = child.getErrorStream.transferTo(err)
      ,
      "eddy-explain-errors"
    )
    errors.start()
    val _ = child.getInputStream.transferTo(out)
    val code = child.waitFor()
    errors.join()
    code
  end run

  private def classPath: String =
    val entries = words.options.get("--class-path").fold(Nil)(_.split(File.pathSeparator).toList)
    val more = entries.map(entry => folder.resolve(entry))
    more.find(!Files.exists(_)).foreach: missing =>
      throw Refusal.wrong(s"--class-path: there is no $missing", "compile the program first")
    (more.map(_.toString) :+ System.getProperty("java.class.path")).mkString(File.pathSeparator)
end ExplainedProgram

/** The child's main: the program's own, and what to say when it starts no server. */
object Explained:
  def main(arguments: Array[String]): Unit =
    val name = arguments.head
    val main =
      try Class.forName(name).getMethod("main", classOf[Array[String]])
      catch
        case _: ClassNotFoundException =>
          end(
            2,
            s"there is no class $name on the class path; name it in full, with its package, and with --class-path where it is"
          )
        case _: NoSuchMethodException => end(2, s"$name has no main method; give the class that has it")
    try main.invoke(null, arguments.tail): Unit
    catch
      case failure: InvocationTargetException =>
        failure.getCause.printStackTrace()
        end(1, s"$name failed before it started a server")
    end(1, s"$name ended without starting a server, so there are no handlers to explain")

  private def end(code: Int, message: String): Nothing =
    System.err.println(s"eddy: $message")
    System.exit(code)
    throw AssertionError("the JVM ends")
end Explained
