package eddy.push.activemq.internal

import eddy.push.Delivery
import eddy.push.activemq.ActiveMqConfig

/** The node's two connections to one broker: a broker that slows a publisher slows its connection, and
  * messages must arrive all the same.
  */
private[activemq] final class Connections private (
    val publishing: BrokerConnection,
    val consuming: BrokerConnection
):
  /** Blocks, for a time that is bounded. */
  def close(): Unit =
    publishing.close()
    consuming.close()

private[activemq] object Connections:
  /** Blocks. `lost` is called, on any thread, when one of the connections breaks. */
  def open(client: JmsClient, address: String, config: ActiveMqConfig)(
      lost: (Connections, Exception) => Unit
  ): Connections =
    val prefetch = if config.delivery == Delivery.Pull then config.batch else config.prefetch
    val publishing = client.connect(address, config, prefetch)
    closingUnlessDone(publishing):
      val consuming = client.connect(address, config, prefetch)
      closingUnlessDone(consuming):
        val both = new Connections(publishing, consuming)
        for connection <- Seq(publishing, consuming) do
          connection.jms.setExceptionListener(e => lost(both, e.nn))
          // what connects at first use does it now
          connection.jms.start()
        both

  private def closingUnlessDone[A](connection: BrokerConnection)(body: => A): A =
    var done = false
    try
      val result = body
      done = true
      result
    finally if !done then connection.close()
end Connections
