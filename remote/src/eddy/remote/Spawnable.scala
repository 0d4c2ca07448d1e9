package eddy.remote

import eddy.actor.spi.remote.Arrival
import eddy.actor.{Actor, ActorRef, ActorSystem, Behavior}

/** A behavior that other nodes can start here, under a name. Both programs define it; the argument travels,
  * no code does. A node starts only what [[NodeConfig.offers]] lists.
  * {{{
  * object Counter extends Spawnable[Int, Count]("counter")(start => counting(start))
  * }}}
  *
  * @tparam A of the argument
  * @tparam M of the actor's messages
  */
class Spawnable[A, M](val name: String)(private[remote] val body: A => Actor[M] ?=> Behavior[M])(using
    private[remote] val argument: Pickler[A],
    private[remote] val protocol: Pickler[M]
):
  require(name.nonEmpty, "name = \"\": it is empty; give one that says what the actor does")

  private[remote] def start(argument: A)(using ActorSystem): ActorRef[M] =
    Arrival.start[M](actor => body(argument)(using actor))

  /** `before` receives the address before the actor begins. */
  private[remote] def start(argument: A, before: ActorRef[M] => Unit)(using ActorSystem): ActorRef[M] =
    Arrival.start[M](actor => body(argument)(using actor), before)

  override def toString: String = s"spawnable \"$name\""
