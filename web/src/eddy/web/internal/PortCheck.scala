package eddy.web.internal

import eddy.web.ServerConfig

import java.io.IOException
import java.net.{InetSocketAddress, StandardSocketOptions}
import java.nio.channels.{ServerSocketChannel, UnresolvedAddressException, UnsupportedAddressTypeException}

/** Looks whether a server may listen where its configuration says, before anything is made that only one that
  * listens needs: by listening there for a moment. Another program can still come first; then the server's
  * own start tells.
  */
private[eddy] object PortCheck:
  /** @throws eddy.web.ServerStartException when it may not; states the reason and the remedy */
  def apply(config: ServerConfig): Unit =
    val socket = ServerSocketChannel.open()
    try
      socket.setOption(StandardSocketOptions.SO_REUSEADDR, java.lang.Boolean.TRUE): Unit
      socket.bind(InetSocketAddress(config.host, config.port)): Unit
    catch
      case failure: (IOException | UnresolvedAddressException | UnsupportedAddressTypeException) =>
        throw StartFailure.explain(config, failure)
    finally socket.close()
