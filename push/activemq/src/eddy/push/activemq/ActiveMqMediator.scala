package eddy.push.activemq

import eddy.push.Mediator
import eddy.push.activemq.internal.{ClassicClient, JmsMediator}

/** Makes the mediator over a broker of ActiveMQ Classic; for Artemis see
  * `eddy.push.activemq.artemis.ArtemisMediator`.
  *
  * A publication goes to a topic of its channel's name. Each interested node gets it once, in order within
  * what one node publishes to a channel, as long as its connection holds; while that is broken it receives
  * nothing, and once the connection is back it receives the gap. Topics keep nothing: each node numbers what
  * arrives and keeps it for its own subscribers.
  */
object ActiveMqMediator:
  /** @throws IllegalArgumentException when the URI cannot be used */
  def apply(config: ActiveMqConfig): Mediator = new JmsMediator(ClassicClient, config)
