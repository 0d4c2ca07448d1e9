package eddy.actor

/** Why an actor ended, as its monitors and linked actors receive it. */
enum ExitReason:
  /** Its last behavior was [[stop]], or there was nothing more to do ([[done]]). Does not harm linked
    * actors.
    */
  case Normal

  /** A reaction, or the body, threw `cause`; it has been reported to the engine. */
  case Failed(cause: Throwable)

  /** It was killed, see [[ActorRef.kill]]. */
  case Killed

  /** Its supervisor or its system ended it in an orderly way. */
  case Shutdown

  /** It, or another, ended it for a reason of the program's own. */
  case Because(value: Any)

  /** It had terminated before the link or the monitor; the reason is not kept. */
  case NoActor

  /** The connection to its node, `node`, is lost: whether it is terminated or only unreachable is unknown. */
  case NodeLost(node: String)
end ExitReason

/** The notice that an actor that traps exits receives instead of ending with `from`; see [[trapExit]]. */
final case class Exit(from: ActorRef[?], reason: ExitReason)
