package eddy.push.sns

import eddy.push.MediatorNode
import eddy.push.internal.TiedMediator
import eddy.push.sns.internal.Link

/** The mediator over Amazon SNS: publications go to one topic that all nodes share. From there they come by
  * SNS' calls to an HTTP endpoint of each node ([[eddy.push.Delivery.Push]]), or into a queue of SQS for each
  * node, which it polls.
  *
  * A node gets each publication once, and those of one node in order, even when SNS repeats or reorders
  * messages; a publication that has not come within `reorderWithin` becomes a gap. SNS keeps nothing: each
  * node numbers what arrives and keeps it for its own subscribers.
  *
  * `publish` also fails with a [[eddy.push.PushException]] that is `LimitExceeded` (106) for a publication
  * larger than SNS takes. `close` also removes this node's queue, or subscription, as far as AWS can be had.
  */
final class SnsMediator(config: SnsConfig) extends TiedMediator[Link]:
  def name: String = "sns"
  def sharedHistory: Boolean = false
  protected def tie(node: MediatorNode): Link = new Link(config, node)
