package eddy.push.activemq.broker

import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest

import org.apache.activemq.broker.{Broker, BrokerFilter, ConnectionContext}
import org.apache.activemq.command.ConnectionInfo

/** Admits clients that know the password. */
private[broker] final class Doorkeeper(within: Broker, user: String, password: String)
    extends BrokerFilter(within):
  override def addConnection(context: ConnectionContext, info: ConnectionInfo): Unit =
    if !same(info.getUserName, user) || !same(info.getPassword, password) then
      throw SecurityException("the user name or the password is wrong")
    super.addConnection(context, info)

  /** Takes as long however much of it is right. */
  private def same(told: String | Null, wanted: String): Boolean =
    told != null && MessageDigest.isEqual(told.getBytes(UTF_8), wanted.getBytes(UTF_8))
end Doorkeeper
