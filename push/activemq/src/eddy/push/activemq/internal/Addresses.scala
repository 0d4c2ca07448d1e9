package eddy.push.activemq.internal

import scala.util.Random

/** The brokers that an URI names, in the order in which they are tried. Eddy itself reconnects, the same way
  * for every client library, and so knows when a message may be missing.
  */
private[activemq] final class Addresses private (list: Vector[String]):
  private var next = 0

  /** The one to try now; each in turn. One caller at a time. */
  def turn(): String =
    val address = list(next % list.size)
    next += 1
    address

  def size: Int = list.size
end Addresses

private[activemq] object Addresses:
  private val Several = """failover:(?://)?\(([^()]*)\)(?:\?(.*))?""".r

  /** @throws IllegalArgumentException that names what is wrong */
  def apply(uri: String): Addresses = uri match
    case Several(inner, options) =>
      val list = inner.nn.split(",").nn.toVector.map(_.nn.trim.nn).filter(_.nonEmpty)
      require(list.nonEmpty, s"uri = \"$uri\": names no broker: write failover:(tcp://a:61616,tcp://b:61616)")
      list.foreach(checked)
      new Addresses(if randomize(uri, options) then Random.shuffle(list) else list)
    case one =>
      checked(one)
      new Addresses(Vector(one))

  private def randomize(uri: String, options: String | Null): Boolean =
    val chosen = Option(options).toVector.flatMap(_.split("&").nn.toVector.map(_.nn)).filter(_.nonEmpty)
    chosen.foldLeft(true): (_, option) =>
      option match
        case "randomize=true" => true
        case "randomize=false" => false
        case other =>
          throw IllegalArgumentException(
            s"uri = \"$uri\": \"$other\" is not an option of failover that Eddy knows: Eddy itself reconnects; " +
              "give randomize, and the settings reconnectFirst and reconnectMost"
          )

  private def checked(address: String): Unit =
    val parsed =
      try java.net.URI(address)
      catch
        case e: java.net.URISyntaxException =>
          throw IllegalArgumentException(s"uri = \"$address\": ${e.getMessage}", e)
    require(
      Set("tcp", "ssl")(String.valueOf(parsed.getScheme)) && parsed.getHost != null && parsed.getPort > 0,
      s"uri = \"$address\": must be tcp://host:port, ssl://host:port, or several as failover:(tcp://a:61616,tcp://b:61616)"
    )
end Addresses
