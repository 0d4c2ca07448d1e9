package eddy.actor

import eddy.actor.internal.inlined.{Body, Spawn}

import scala.concurrent.ExecutionContext

extension (router: Router.type)
  /** A router over `size` actors, each with a body that `body` makes for its number. They are numbered from 0
    * as they are made, also by a [[Router.resize]] later, and no number comes twice.
    *
    * An actor that fails or is killed is restarted in place, as `supervision` says, with the same number, and
    * keeps its waiting messages. One that stops normally is taken out. After too many failures the supervisor
    * terminates, with all actors and the router: [[Router.isAlive]] is false from then on. [[Router.exit]]
    * and [[Router.kill]] end the supervisor, and so all.
    *
    * @param mailbox of each actor
    * @throws IllegalArgumentException when `size` is less than one
    * @throws IllegalStateException when the system or its engine was shut down
    */
  inline def supervised[M](
      routing: Routing[M],
      size: Int,
      supervision: Supervision = Supervision(),
      mailbox: MailboxPolicy[M] = MailboxPolicy.Unbounded
  )(inline body: Int => Actor[M] ?=> Body[M])(using ActorSystem): Router[M] =
    Spawn.checkNumbered[M](body)
    SupervisedRouter.start[M](routing, size, supervision, mailbox)(body)
end extension

/** Public because it is inlined into users' code; not for them. */
object SupervisedRouter:
  def start[M](routing: Routing[M], size: Int, supervision: Supervision, mailbox: MailboxPolicy[M])(
      body: Int => Actor[M] ?=> Body[M]
  )(using system: ActorSystem): Router[M] =
    require(size >= 1, s"size = $size: a router needs at least 1 actor")
    val supervisor = supervise(supervision)()
    // an actor that the router ends, with Shutdown, is not restarted
    val options = ChildOptions[M](restart = Restart.Transient, mailbox = mailbox)
    def make(router: Router[M], number: Int): ActorRef[M] =
      val child = Spawn.child[M](s"routee $number", options):
        val me = summon[Actor[M]].cell
        // it waited for its restart when the router asked it to end
        if router.isSurplus(me) then router.endInTurn(me)
        body(number)
      supervisor.add(child).failed.foreach(_ => child.cell.endUnbegun(ExitReason.Shutdown))(using
        ExecutionContext.parasitic
      )
      child.ref
    val router = Router.under[M](routing, supervisor.ref, make)
    try router.resize(size)
    catch
      case failure: Throwable =>
        val _ = supervisor.shutdown()
        throw failure
    router
  end start
end SupervisedRouter
