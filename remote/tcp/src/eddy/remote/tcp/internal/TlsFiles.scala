package eddy.remote.tcp.internal

import eddy.remote.tcp.TcpTls

import java.io.IOException
import java.lang.System.Logger.Level
import java.nio.file.Files
import java.nio.file.attribute.FileTime

import io.netty.channel.Channel
import io.netty.handler.ssl.{ClientAuth, SslContext, SslContextBuilder, SslHandler, SslProvider}

/** The certificates of a node, and how they are renewed while it runs. Confined to the I/O thread, once made.
  *
  * @param handshakeMillis time of a handshake
  * @throws java.io.IOException if a file is missing or bad, with its name
  */
private[tcp] final class TlsFiles(tls: TcpTls, handshakeMillis: Long):
  import TlsFiles.*

  // taken before the files are read, so that a later change is seen
  private var seen = stamp()
  private var contexts = load()

  /** For a connection that another node has made. */
  def accepting(channel: Channel): SslHandler = handler(renewed().accepting, channel)

  /** For a connection to another node. */
  def dialing(channel: Channel): SslHandler = handler(renewed().dialing, channel)

  private def handler(context: SslContext, channel: Channel): SslHandler =
    val made = context.newHandler(channel.alloc).nn
    made.setHandshakeTimeoutMillis(handshakeMillis)
    made

  private def renewed(): Contexts =
    val now = stamp()
    if now != seen then
      seen = now
      try contexts = load()
      catch
        case bad: IOException =>
          logger.log(Level.WARNING, s"${bad.getMessage}; the earlier certificates stay in use")
    contexts

  private def stamp(): List[Option[(FileTime, Long)]] =
    List(tls.certificate, tls.key, tls.trusted).map: file =>
      try Some((Files.getLastModifiedTime(file).nn, Files.size(file)))
      catch case _: IOException => None

  private def load(): Contexts =
    for file <- List(tls.certificate, tls.key, tls.trusted) if !Files.isReadable(file) do
      throw IOException(s"TLS between nodes: cannot read $file")
    val (certificate, key) = (tls.certificate.toFile, tls.key.toFile)
    val accepting = made(s"certificate ${tls.certificate} with key ${tls.key}"):
      SslContextBuilder.forServer(certificate, key).nn.clientAuth(ClientAuth.REQUIRE).nn
    val dialing = made(s"certificate ${tls.certificate} with key ${tls.key}"):
      SslContextBuilder.forClient().nn.keyManager(certificate, key).nn
        // identities are those of the handshake between nodes, and addresses may change
        .endpointIdentificationAlgorithm(null).nn
    Contexts(accepting, dialing)

  private def made(what: String)(begin: => SslContextBuilder): SslContext =
    val builder = orIoException(what)(begin)
    orIoException(s"trusted certificates ${tls.trusted}"):
      builder.sslProvider(
        SslProvider.JDK
      ).nn.protocols("TLSv1.3").nn.trustManager(tls.trusted.toFile).nn.build().nn
end TlsFiles

private[tcp] object TlsFiles:
  private final class Contexts(val accepting: SslContext, val dialing: SslContext)

  private val logger = System.getLogger("eddy.remote").nn

  private def orIoException[A](what: String)(read: => A): A =
    try read
    catch
      // what Netty makes of a bad file
      case bad: (IllegalArgumentException | IOException) =>
        throw IOException(s"TLS between nodes, $what: ${bad.getMessage}", bad)
end TlsFiles
