package eddy.state

/** A handler waits inside for something that can only happen once it has ended. Reported to the engine's
  * reporter, never thrown; the stack trace is that of the waiting thread.
  */
final class StuckHandlerException private[state] (message: String) extends RuntimeException(message)
