package eddy.push

/** How publications come from a mediator to a node, and from the node to a subscriber. */
enum Delivery derives CanEqual:
  /** As they happen, whether or not the receiver keeps up; beyond its buffer, the receiver's policy drops
    * publications.
    */
  case Push

  /** In batches, as many as the receiver requests. */
  case Pull

  /** Pushed while who receives keeps up; pulled from the log while it does not; and back. */
  case Adaptive
