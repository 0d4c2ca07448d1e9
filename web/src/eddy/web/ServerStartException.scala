package eddy.web

/** The server could not start; the message says why and what to do about it. */
final class ServerStartException(message: String, cause: Throwable | Null = null)
    extends RuntimeException(message, cause)
