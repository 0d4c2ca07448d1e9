package eddy.web

/** The server could not start; the message says why and what to do about it. */
final class ServerStartException(message: String, cause: Throwable) extends RuntimeException(message, cause)
