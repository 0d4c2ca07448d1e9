package eddy.oracle.original

import java.util.concurrent.{ CountDownLatch, LinkedBlockingQueue, TimeUnit }
import scala.actors._
import scala.actors.Actor._
import scala.collection.JavaConverters._

/** What a scenario has said. Any thread may say something; where the order matters, one actor alone does. */
final class Trace {
  private val said = new LinkedBlockingQueue[String]()
  private val ended = new CountDownLatch(1)
  def say(what: Any): Unit = said.put(what.toString)
  def over(): Unit = ended.countDown()

  def result(seconds: Long): List[String] = {
    val inTime = ended.await(seconds, TimeUnit.SECONDS)
    said.asScala.toList ::: (if (inTime) Nil else List("did not end"))
  }
}

/** Scenarios of the original library. Those of Eddy have the same names, and the same words in their traces.
  */
abstract class Scenarios {
  private var known = Vector.empty[(String, Trace => Unit)]
  def all: Vector[(String, Trace => Unit)] = known
  protected def scenario(name: String)(body: Trace => Unit): Unit = known = known :+ (name -> body)

  /** In the words of the traces. */
  protected def words(reason: Any): String = reason match {
    case 'normal => "normal"
    case failure: UncaughtException => "failed, " + failure.cause.getMessage
    case Symbol(name) => "because of " + name
    case other => other.toString
  }

  /** Says how each of these ends, sorted by name, when all have ended; calls `ready` when it is linked to
    * all.
    */
  protected def watch(t: Trace, actors: (String, Actor)*)(ready: => Unit): Unit = {
    actor {
      self.trapExit = true
      actors.foreach(a => link(a._2))
      ready
      var told = List.empty[String]
      loopWhile(told.size < actors.size) {
        react { case Exit(from, reason) => told ::= actors.find(_._2 eq from).get._1 + " " + words(reason) }
      } andThen {
        told.sorted.foreach(t.say)
        t.over()
      }
    }
  }

  /** Sends a message after a time. */
  protected def later(millis: Long, to: OutputChannel[Any], message: Any): Unit =
    actor(reactWithin(millis) { case TIMEOUT => to ! message })
}

/** Prints the traces of all scenarios. With the argument `remote`, of those with two nodes. */
object Main {
  def main(args: Array[String]): Unit = {
    val all =
      if (args.contains("remote")) Remote.all
      else Receiving.all ++ Threads.all ++ Looping.all ++ Asking.all ++ Linking.all ++ Ending.all
    for ((name, body) <- all) {
      println("= " + name)
      val lines = if (args.contains("remote")) patiently(body) else once(body, 60)
      lines.foreach(line => println("- " + line))
    }
    System.out.flush()
    // actors that still wait would keep the process
    Runtime.getRuntime.halt(0)
  }

  private def once(body: Trace => Unit, seconds: Long): List[String] = {
    val trace = new Trace
    body(trace)
    trace.result(seconds)
  }

  /** On a busy machine remote actors lose an exit now and then: only what is lost three times counts as lost.
    */
  private def patiently(body: Trace => Unit): List[String] = {
    val silence = Set("nothing came", "did not end")
    val attempts = Stream.fill(3)(()).map(_ => once(body, 10))
    attempts.find(lines => !lines.exists(silence))
      .orElse(attempts.find(lines => !lines.contains("did not end")))
      .getOrElse(attempts.last)
  }
}
