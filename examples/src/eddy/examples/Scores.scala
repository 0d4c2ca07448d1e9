package eddy.examples

import eddy.push.*

import scala.concurrent.duration.*
import scala.concurrent.{Await, Future, Promise}

/** A reporter publishes goals; a reader that was away for a moment misses none. */
object Scores:
  val config = ChannelsConfig(Seq(Namespace("scores", history = 100)))

  /** What a reader hears that reads two goals, goes away, and comes back. */
  def run(): Future[Vector[String]] =
    val channels = Channels.start(config)
    val heard = Promise[Vector[String]]()
    var all = Vector.empty[String]

    def goal(score: String) = await(channels.publish("scores:final", Json(s"\"$score\"")))
    def await[A](future: Future[A]) = Await.result(future, 10.seconds)

    val two = Promise[Position]()
    val first = await(channels.subscribe("scores:final"): goal =>
      all :+= goal.message.data.toString
      if all.size == 2 then two.success(goal.position))
    goal("1:0")
    goal("1:1")
    val seen = await(two.future)
    first.close()

    goal("2:1")

    await(channels.subscribe("scores:final", from = Some(seen)): goal =>
      all :+= goal.message.data.toString
      if all.size == 4 then heard.success(all))
    goal("3:1")
    heard.future.andThen(_ => channels.close())(using scala.concurrent.ExecutionContext.global)
  end run

  def main(args: Array[String]): Unit = println(Await.result(run(), 10.seconds).mkString("\n"))
end Scores
