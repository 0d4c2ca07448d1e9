package eddy.web.verify

import java.lang.reflect.InvocationTargetException
import scala.annotation.tailrec
import scala.jdk.CollectionConverters.*

/** The main of the child of an [[ExplainedProgram]]. It runs the program's own, and has an exit code for each
  * way in which that does not reach the start of its server.
  */
object Explained:
  /** Exit codes that no program has by chance. */
  private[eddy] enum Failure(val exitCode: Int) derives CanEqual:
    case NoClass extends Failure(211)
    case NoMain extends Failure(212)
    case Threw extends Failure(213)
    case NoServer extends Failure(214)
    case TimedOut extends Failure(215)

  /** System property: how many seconds the program may take; none for as long as it likes. */
  private[eddy] val TimeoutProperty = "eddy.web.verify.timeout"

  def main(arguments: Array[String]): Unit =
    Option(System.getProperty(TimeoutProperty)).foreach(seconds => limit(seconds.toInt))
    try
      val main = Class.forName(arguments.head).getMethod("main", classOf[Array[String]])
      // a class that is not public may have a main, too
      main.setAccessible(true)
      main.invoke(null, arguments.tail): Unit
      awaitOthers()
      end(Failure.NoServer)
    catch
      case _: ClassNotFoundException => end(Failure.NoClass)
      case _: NoSuchMethodException => end(Failure.NoMain)
      case failure: InvocationTargetException =>
        failure.getCause.printStackTrace()
        end(Failure.Threw)
      // its initialiser fails, or what it needs is missing
      case failure: LinkageError =>
        failure.printStackTrace()
        end(Failure.Threw)

  /** As the JVM does: another thread may be about to start the server. */
  @tailrec private def awaitOthers(): Unit = others(Thread.currentThread).headOption match
    case Some(thread) =>
      thread.join()
      awaitOthers()
    case None => ()

  /** The threads that keep a JVM alive. */
  private def others(main: Thread): List[Thread] = Thread.getAllStackTraces.keySet.asScala.toList.filter(t =>
    !t.isDaemon && t.isAlive && (t ne main)
  )

  private def end(failure: Failure): Unit = System.exit(failure.exitCode)

  /** Ends the process after this time, and shows where its threads are. */
  private def limit(seconds: Int): Unit =
    val main = Thread.currentThread
    val watch: Runnable = () =>
      main.join(seconds * 1000L)
      if main.isAlive then
        for thread <- main :: others(main) do
          System.err.println(s"the thread ${thread.getName} after $seconds s:")
          thread.getStackTrace.foreach(frame => System.err.println(s"  at $frame"))
        // shutdown hooks may be what it waits for
        Runtime.getRuntime.halt(Failure.TimedOut.exitCode)
    Thread.ofPlatform.daemon.name("eddy-explain-timeout").start(watch): Unit
end Explained
