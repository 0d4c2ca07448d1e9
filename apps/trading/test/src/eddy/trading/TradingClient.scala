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

/** Places orders over HTTP, every other one to be acknowledged when it is durable. */
final class TradingClient(name: String, port: Int):
  private val http = HttpClient.newBuilder.nn.version(HttpClient.Version.HTTP_1_1).nn.build.nn

  /** One order after another until nobody answers any more. */
  def trade(told: Told => Unit): Unit =
    val ended = Iterator.from(1).map: n =>
      try
        place(order(n), durable = n % 2 == 0).foreach(told)
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
    val uri = URI(s"http://127.0.0.1:$port/api/orders${if durable then "?durable=true" else ""}")
    val request = HttpRequest.newBuilder(uri).nn.header("Content-Type", "application/json").nn
      .POST(BodyPublishers.ofString(body)).nn.build.nn
    val answer: HttpResponse[Array[Byte]] = http.send(request, BodyHandlers.ofByteArray).nn
    answer.statusCode match
      case 201 | 202 =>
        val done = readFromArray[Wire.Acknowledged](answer.body)
        Some(Told(key, body, done.order, done.durable, done.trades))
      case 503 | 504 => None
      case other => throw AssertionError(s"$body was answered with $other: ${String(answer.body)}")
end TradingClient
