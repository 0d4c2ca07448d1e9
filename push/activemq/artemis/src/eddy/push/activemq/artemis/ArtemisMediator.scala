package eddy.push.activemq.artemis

import eddy.push.Mediator
import eddy.push.activemq.ActiveMqConfig
import eddy.push.activemq.internal.JmsMediator

/** Makes the mediator over a broker of ActiveMQ Artemis, over its own protocol. What it guarantees is what
  * [[eddy.push.activemq.ActiveMqMediator]] does; the broker itself knows the keys of messages too.
  */
object ArtemisMediator:
  /** @throws IllegalArgumentException when the URI is none that it can use */
  def apply(config: ActiveMqConfig): Mediator = new JmsMediator(ArtemisClient, config)
