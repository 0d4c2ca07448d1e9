package eddy.state

/** In checked mode: a handler uses a shared object without holding its lock. Thrown before the operation does anything. */
final class StateViolation private[state] (message: String) extends IllegalStateException(message)
