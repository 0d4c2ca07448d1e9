package eddy.actor
package linking

/** Actors that link, unlink and end on command. */
abstract class LinkFixture extends ActorFixture:
  enum Command:
    case Fail(why: String)
    case End(reason: ExitReason)
    case Unlink(other: ActorRef[?], told: ActorRef[Unit])
    case Links(to: ActorRef[Set[ActorRef[?]]])
    case Trapped(exit: Exit)

  def obey(using Actor[Command]): Behavior[Command] = react:
    case Command.Fail(why) => throw IllegalStateException(why)
    case Command.End(reason) => exit(reason)
    case Command.Unlink(other, told) =>
      unlink(other)
      told ! ()
      obey
    case Command.Links(to) =>
      to ! links
      obey

  def obedient(linkedTo: ActorRef[?]*): ActorRef[Command] =
    val ready = new Probe[Unit]
    val ref = actor[Command]:
      linkedTo.foreach(link)
      ready.ref ! ()
      obey
    ready.next()
    ref

  def ends(ref: ActorRef[?]): Probe[ExitReason] =
    val probe = new Probe[ExitReason]
    watch(ref, probe)
    probe
end LinkFixture
