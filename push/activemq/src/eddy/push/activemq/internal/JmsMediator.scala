package eddy.push.activemq.internal

import eddy.push.MediatorNode
import eddy.push.activemq.ActiveMqConfig
import eddy.push.internal.TiedMediator

/** The mediator over any broker that speaks Jakarta Messaging. */
private[activemq] final class JmsMediator(client: JmsClient, config: ActiveMqConfig)
    extends TiedMediator[Link]:
  // a wrong URI is refused here, not at the start
  private val _ = Addresses(config.uri)

  def name: String = client.name
  def sharedHistory: Boolean = false
  protected def tie(node: MediatorNode): Link = new Link(client, config, node)
