package eddy.web.internal

import eddy.web.{ServerConfig, ServerStartException}

import java.net.UnknownHostException
import java.nio.channels.UnresolvedAddressException

/** Says what to do about a server that cannot start. */
private[eddy] object StartFailure:
  def explain(config: ServerConfig, cause: Throwable): ServerStartException =
    val where = s"${config.host}:${config.port}"
    val text = Tokens.lower(String.valueOf(cause.getMessage))
    val message = cause match
      case _: UnknownHostException | _: UnresolvedAddressException =>
        s"host \"${config.host}\" is not known: give an address of this machine such as 127.0.0.1, or 0.0.0.0 for every network"
      case _ if text.contains("in use") =>
        val who = PortHolder.told(PortHolder.of(config.port), PortHolder.own)
        s"port ${config.port} of ${config.host} is taken $who, choose another port, or 0 for any free one"
      case _ if text.contains("permission denied") || text.contains("access denied") =>
        s"no permission to listen on $where: ports below 1024 need the right to it; choose one above, such as 8080"
      case _ if text.contains("cannot assign") || text.contains("can't assign") =>
        s"host \"${config.host}\" is no address of this machine: give one of its own, such as 127.0.0.1, or 0.0.0.0 for every network"
      case _ => s"cannot listen on $where: ${cause.getMessage}"
    ServerStartException(message, cause)
end StartFailure
