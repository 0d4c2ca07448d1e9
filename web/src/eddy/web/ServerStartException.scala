package eddy.web

/** The server could not start; the message states the reason and the remedy. */
final class ServerStartException(message: String, cause: Throwable | Null = null)
    extends RuntimeException(message, cause)
