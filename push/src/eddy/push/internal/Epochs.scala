package eddy.push.internal

import eddy.actor.ActorSystem

/** Unique names: of nodes, and of epochs. */
private[push] object Epochs:
  /** 13 letters and digits. */
  def fresh(system: ActorSystem): String =
    val number = system.engine.platform.random.nextLong()
    java.lang.Long.toUnsignedString(number, 36).nn.reverse.padTo(13, '0').reverse
