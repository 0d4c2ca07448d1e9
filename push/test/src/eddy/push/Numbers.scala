package eddy.push

import eddy.runtime.Engine

import scala.concurrent.duration.DurationInt
import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.{Failure, Success}

/** Publishes one number after another to a channel, each once, until it is stopped; continues when one is
  * refused.
  *
  * @param who tells its publications from those of others
  */
final class Numbers(mediator: Mediator, channel: String, who: String, engine: Engine):
  private given ExecutionContext = ExecutionContext.global
  val taken: Happenings[Int] = Happenings()
  val refused: Happenings[Int] = Happenings()
  private val ended = Promise[Unit]()
  @volatile private var stopped = false

  def start(): this.type =
    next(1)
    this

  /** Done when all that it has published was answered. */
  def stop(): Future[Unit] =
    stopped = true
    ended.future

  /** Its own among these, in their order. */
  def of(publications: Seq[Publication]): Seq[Int] =
    publications.map(_.message.data.toString.replace("\"", "")).collect:
      case s"$name $n" if name == who => n.toInt

  private def next(n: Int): Unit =
    if stopped then ended.success(()): Unit
    else
      mediator.publish(channel, Message(Json(s"\"$who $n\""), time = 1)).onComplete: result =>
        result match
          case Success(_) => taken.add(n)
          case Failure(_) => refused.add(n)
        // not as fast as it can be: the observed parts are small
        engine.after(5.millis)(() => next(n + 1)): Unit
end Numbers
