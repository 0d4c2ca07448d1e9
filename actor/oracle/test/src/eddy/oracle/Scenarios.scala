package eddy.oracle

import eddy.actor.*

import java.util.concurrent.{CountDownLatch, LinkedBlockingQueue, TimeUnit}
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.jdk.CollectionConverters.*

/** The lines that a scenario has written. Any thread may write; where the order matters, only one actor does.
  */
final class Trace:
  private val said = new LinkedBlockingQueue[String]()
  private val ended = new CountDownLatch(1)
  def say(what: Any): Unit = said.put(what.toString)
  def over(): Unit = ended.countDown()

  def result(): List[String] =
    val inTime = ended.await(1, TimeUnit.MINUTES)
    said.asScala.toList ::: (if inTime then Nil else List("did not end"))

/** Scenarios of Eddy. Those of the original library have the same names, and the same words in their traces.
  */
abstract class Scenarios(using ActorSystem):
  private var known = Vector.empty[(String, Trace => Unit)]
  def all: Vector[(String, Trace => Unit)] = known
  protected def scenario(name: String)(body: Trace => Unit): Unit = known = known :+ (name -> body)

  /** In the words of the traces. */
  protected def words(reason: ExitReason): String = reason match
    case ExitReason.Normal => "normal"
    // without the advice that follows
    case ExitReason.Failed(cause) => s"failed, ${String.valueOf(cause.getMessage).takeWhile(_ != ':')}"
    case ExitReason.Because(why) => s"because of $why"
    case other => other.toString

  protected def because(why: String): ExitReason = ExitReason.Because(why)

  /** Says how each of these ends, sorted by name, when all have ended; calls `ready` when it is linked to
    * all.
    */
  protected def watch(t: Trace, actors: (String, ActorRef[?])*)(ready: => Unit): Unit =
    val _ = actor[Exit]:
      trapExit(identity)
      actors.foreach((_, a) => link(a))
      ready
      var told = List.empty[String]
      loopWhile(told.size < actors.size) {
        react { case Exit(from, reason) =>
          told ::= s"${actors.find(_._2 eq from).get._1} ${words(reason)}"
          done
        }
      } andThen {
        told.sorted.foreach(t.say)
        t.over()
        stop
      }

  /** Sends a message after a time. */
  protected def later(delay: FiniteDuration, to: ActorRef[Any], message: Any): Unit =
    val _ = actor[Any](reactWithin(delay) { case TIMEOUT => to ! message; stop })

  protected def millis(n: Int): FiniteDuration = n.millis
end Scenarios
