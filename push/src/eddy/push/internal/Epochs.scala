package eddy.push.internal

import eddy.actor.ActorSystem

/** Names that nothing else has: of nodes, and of the lives of a history. */
private[push] object Epochs:
  /** 13 letters and digits. */
  def fresh(system: ActorSystem): String =
    val number = system.engine.world.random.nextLong()
    java.lang.Long.toUnsignedString(number, 36).nn.reverse.padTo(13, '0').reverse
