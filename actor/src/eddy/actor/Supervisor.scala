package eddy.actor

import eddy.actor.internal.SupervisorBody
import eddy.actor.internal.SupervisorBody.Command

import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration
import scala.util.Try

/** An actor that starts others in order, watches them, restarts them as its [[Supervision]] says, and ends them in
  * reverse order. Made by [[supervise]], or, under another supervisor, as the [[Supervisor.child]] of that.
  *
  * Every end of a child and every restart is reported: failures to the engine, each restart to the platform's logger
  * `eddy.actor`. When the supervisor ends, for whatever reason, so do its children.
  */
final class Supervisor private (commands: ActorRef[Command])(using ActorSystem):
  /** To watch it, link to it, end it; it takes no messages of others. */
  def ref: ActorRef[Nothing] = commands

  /** Starts one more child, after the others. Refused (a failed future) when the name is taken. */
  def add(child: Child[?]): Future[Unit] = ask(Command.Add(child, _))

  /** Ends a child within its time and forgets it; false when there is none of that name. */
  def remove(name: String): Future[Boolean] = ask(Command.Remove(name, _))

  /** The children's names, in order, with how often each was restarted. */
  def children: Future[List[(String, Int)]] = ask(Command.List(_))

  /** Ends the children in reverse order, each within its time, then the supervisor. Complete when all is over. */
  def shutdown(): Future[Unit] = ask(Command.Stop(_))

  private def ask[R](command: ActorRef[Try[R]] => Command): Future[R] =
    given scala.concurrent.ExecutionContext = scala.concurrent.ExecutionContext.parasitic
    commands.ask(Supervisor.AnswerWithin)(command).flatMap(Future.fromTry)
end Supervisor

object Supervisor:
  // ends of children have their own limits; this only keeps a forgotten future from living for ever
  private val AnswerWithin = FiniteDuration(1, java.util.concurrent.TimeUnit.HOURS)

  private[actor] def start(supervision: Supervision, children: List[Child[?]])(using
      ActorSystem
  ): Supervisor =
    new Supervisor(actorNamed[Command]("supervisor")(SupervisorBody(supervision, children)))

  /** A supervisor as a child of another: `children` is called for each start, so that a restart begins with new ones. */
  def child(name: String, supervision: Supervision = Supervision(), options: ChildOptions = ChildOptions())(
      children: => List[Child[?]]
  )(using ActorSystem): Child[?] =
    Child[Command](name, options)(SupervisorBody(supervision, children))
end Supervisor

/** Starts a supervisor, which starts `children` in order. */
def supervise(supervision: Supervision = Supervision())(children: Child[?]*)(using ActorSystem): Supervisor =
  Supervisor.start(supervision, children.toList)

/** A supervisor had to restart its children too often. */
final class GaveUpException private[actor] (message: String) extends RuntimeException(message)
