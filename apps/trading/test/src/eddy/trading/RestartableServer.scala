package eddy.trading

import eddy.testing.{FreePort, TestFolder}

import java.net.{InetAddress, InetSocketAddress}
import java.nio.file.Path
import java.sql.DriverManager

import com.sun.net.httpserver.{HttpExchange, HttpServer}

/** A server that whoever runs the pages can restart (`POST /restart` at `control`), and whose database they
  * can look into
  * (`GET /trades`).
  */
final class RestartableServer extends AutoCloseable:
  private val folder: Path = TestFolder.make("eddy-trading-browser")
  private val database = s"jdbc:sqlite:$folder/trading.sqlite"
  // guarded by this
  private var server = new TradingServer(database, FreePort.any())

  private val doors = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress, 0), 0).nn
  doors.createContext("/restart", exchange => answer(exchange.nn)(restart())): Unit
  doors.createContext("/trades", exchange => answer(exchange.nn)(trades)): Unit
  doors.start()

  val url: String = server.address
  val control: String = s"http://127.0.0.1:${doors.getAddress.nn.getPort}"

  private def restart(): String = synchronized:
    val port = server.port
    server.close()
    server = new TradingServer(database, port)
    "{}"

  private def trades: String =
    val connection = DriverManager.getConnection(database).nn
    try
      val rows = connection.createStatement.nn
        .executeQuery("select price, lots, maker_trader, taker_trader from trade order by id").nn
      Iterator.continually(rows).takeWhile(_.next()).map: row =>
        val names = s""""maker":"${row.getString(3)}","taker":"${row.getString(4)}""""
        s"""{"price":${row.getLong(1)},"lots":${row.getLong(2)},$names}"""
      .mkString("[", ",", "]")
    finally connection.close()

  /** What fails is told to who asked: his test fails by it. */
  private def answer(exchange: HttpExchange)(body: => String): Unit =
    val (status, text) =
      try (200, body)
      catch
        case failure: Exception => (500, s"$failure, at ${failure.getStackTrace.nn.take(12).mkString(", ")}")
    val bytes = text.getBytes
    exchange.sendResponseHeaders(status, bytes.length)
    exchange.getResponseBody.nn.write(bytes)
    exchange.close()

  def close(): Unit = synchronized:
    doors.stop(0)
    server.close()
    TestFolder.delete(folder)
end RestartableServer
