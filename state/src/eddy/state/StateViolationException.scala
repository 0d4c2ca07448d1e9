package eddy.state

/** In checked mode: a handler uses a shared object without holding its lock, or a variable or collection in
  * classes that are watched. Thrown before the operation does anything.
  */
final class StateViolationException private[eddy] (message: String) extends IllegalStateException(message)
