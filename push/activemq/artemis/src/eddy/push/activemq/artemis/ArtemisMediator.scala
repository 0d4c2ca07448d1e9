package eddy.push.activemq.artemis

import eddy.push.Mediator
import eddy.push.activemq.ActiveMqConfig
import eddy.push.activemq.internal.JmsMediator

/** Makes the mediator over a broker of ActiveMQ Artemis, over its own protocol. It has the guarantees of
  * [[eddy.push.activemq.ActiveMqMediator]]; the broker itself knows the keys of messages too.
  */
object ArtemisMediator:
  /** @throws IllegalArgumentException when the URI cannot be used */
  def apply(config: ActiveMqConfig): Mediator = new JmsMediator(ArtemisClient, config)
