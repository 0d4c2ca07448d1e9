package eddy.web.internal

import java.io.{IOException, UncheckedIOException}

/** The client has gone, in the forms in which Netty says so: the second is that of a socket that epoll no
  * longer knows.
  */
private[internal] object ConnectionLost:
  def unapply(cause: Throwable): Boolean = cause match
    case _: (IOException | UncheckedIOException) => true
    case _ => false
