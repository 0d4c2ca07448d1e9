package eddy.remote.testkit

import scala.concurrent.duration.FiniteDuration

/** A kind of fault that [[SimulatedCluster.disturb]] lets happen to nodes that the seed chooses. */
enum Fault derives CanEqual:
  /** A connection breaks. Of what is under way, some arrives. */
  case Reset

  /** Nothing arrives from one node at another, for so long. */
  case Silence(lasts: FiniteDuration)

  /** The nodes are in two parts that do not reach each other, for so long. */
  case Partition(lasts: FiniteDuration)

  /** A node does nothing, for so long. */
  case Freeze(lasts: FiniteDuration)

  /** A process ends without a word; its machine refuses dials. It is started again after so long. */
  case Kill(restartsAfter: FiniteDuration)

  /** A machine is gone, so that nobody answers. It is started again after so long. */
  case Crash(restartsAfter: FiniteDuration)
end Fault
