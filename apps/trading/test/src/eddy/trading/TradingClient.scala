package eddy.trading

import eddy.trading.internal.Wire
import eddy.trading.internal.Wire.given

import java.io.IOException
import java.net.URI
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest, HttpResponse}

import com.github.plokhotnyuk.jsoniter_scala.core.readFromArray

/** What a client sent, and was told.
  *
  * @param key of the order
  * @param durable whether the answer said so
  */
final case class Told(key: String, body: String, order: Long, durable: Boolean, trades: Vector[Long])

/** Places, replaces and cancels orders over HTTP, every other one to be acknowledged when that is durable. */
final class TradingClient(name: String, port: Int):
  private val http = HttpClient.newBuilder.nn.version(HttpClient.Version.HTTP_1_1).nn.build.nn

  /** One order after another until nobody answers any more.
    *
    * @param cancelled is told of each order whose cancelling is durable
    */
  def trade(told: Told => Unit, cancelled: Long => Unit): Unit =
    val ended = Iterator.from(1).map: n =>
      try
        for placed <- place(order(n), durable = n % 2 == 0) do
          told(placed)
          if n % 3 == 0 then replace(placed.order, quantity = 5)
          if n % 4 == 0 then
            if cancel(placed.order) then cancelled(placed.order)
        false
      catch case _: IOException => true
    ended.contains(true): Unit

  private def order(n: Int): (String, String) =
    val key = s"$name-$n"
    val product = TradingMain.products(n % TradingMain.products.size).name
    // about half of them trade; nobody with itself, as the sides of a client do not meet
    val side = if name.hashCode % 2 == 0 then "buy" else "sell"
    val price = 100 + (n * 7) % 5
    val body =
      s"""{"product":"$product","trader":"$name","side":"$side","quantity":${1 + n % 4},"price":$price,"key":"$key"}"""
    (key, body)

  /** None when it was refused.
    *
    * @throws IOException when nobody answers
    */
  def place(order: (String, String), durable: Boolean): Option[Told] =
    val (key, body) = order
    for done <- ask("POST", s"orders${if durable then "?durable=true" else ""}", body)
    yield Told(key, body, done.order, done.durable, done.trades)

  private def replace(order: Long, quantity: Int): Unit =
    val _ = ask("PATCH", s"orders/$order", s"""{"trader":"$name","quantity":$quantity}""")

  /** Whether that is durable. */
  private def cancel(order: Long): Boolean =
    ask("DELETE", s"orders/$order?trader=$name&durable=true", "").exists(_.durable)

  /** So many orders, one after another, all of them acknowledged as durable. */
  def placeDurable(orders: Int): Vector[Told] =
    val told = Vector.tabulate(orders)(n => place(order(n), durable = true))
    told.map(_.filter(_.durable).getOrElse(throw AssertionError(s"not acknowledged as durable: $told")))

  /** Snapshots that the service has written. */
  def snapshots: Long = stats.storage.fold(0L)(_.snapshots)

  /** Whether nothing was done in the last interval of the statistics, which is over. */
  def isIdle: Boolean =
    val now = stats
    now.seconds > 0 && now.figures.forall(_.orders == 0)

  private def stats: Wire.Stats =
    val (status, body) = send("GET", "stats", "")
    if status != 200 then throw AssertionError(s"the statistics were answered with $status")
    readFromArray[Wire.Stats](body)

  /** None when it was refused, or the order has traded meanwhile. */
  private def ask(method: String, path: String, body: String): Option[Wire.Acknowledged] =
    send(method, path, body) match
      case (200 | 201 | 202, answer) => Some(readFromArray[Wire.Acknowledged](answer))
      case (503 | 504, _) => None
      case (404, _) if method != "POST" => None
      case (other, answer) =>
        throw AssertionError(s"$method $path $body was answered with $other: ${String(answer)}")

  private def send(method: String, path: String, body: String): (Int, Array[Byte]) =
    val request = HttpRequest.newBuilder(URI(s"http://127.0.0.1:$port/api/$path")).nn
      .header("Content-Type", "application/json").nn
      .method(method, BodyPublishers.ofString(body)).nn.build.nn
    val answer: HttpResponse[Array[Byte]] = http.send(request, BodyHandlers.ofByteArray).nn
    (answer.statusCode, answer.body)
end TradingClient
