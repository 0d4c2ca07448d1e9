package eddy.examples

import eddy.actor.*
import eddy.runtime.Engine
import eddy.web.*

import scala.concurrent.ExecutionContext
import scala.concurrent.duration.*
import scala.util.{Failure, Success}

/** GET /visits asks an actor how many came before. The handler returns at once; the answer follows when the actor's
  * does, and no thread waits for it.
  */
object Visits:
  private given ExecutionContext = Engine.default.executionContext

  final case class Visit(replyTo: ActorRef[Int])

  def routes: Routes =
    val visits = actor[Visit]:
      def counting(count: Int): Behavior[Visit] = react:
        case Visit(replyTo) => replyTo ! count; counting(count + 1)
      counting(1)

    Routes.get("/visits"): (_, response) =>
      visits.ask[Int](1.second)(Visit(_)).onComplete:
        case Success(count) => response.text(s"You are visitor number $count.")
        case Failure(_) => response.fail(503, "The counter does not answer.")
  end routes

  def main(args: Array[String]): Unit = Server(port = 8080).start(routes).awaitStop()
end Visits
