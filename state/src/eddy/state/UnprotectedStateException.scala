package eddy.state

/** A handler must not run: it writes plain variables or collections on threads of its own, or in an actor,
  * where no lock protects them. The message says in which lines, and what to do instead.
  */
final class UnprotectedStateException(message: String) extends RuntimeException(message)
