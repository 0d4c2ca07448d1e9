package eddy.bench.peers.tomcat

import eddy.bench.peers.work.ServerArguments

import java.nio.file.Files
import java.util.concurrent.atomic.AtomicLong

import jakarta.servlet.http.{HttpServlet, HttpServletRequest, HttpServletResponse}
import org.apache.catalina.startup.Tomcat

/** The contender tomcat of `./eddy bench trading`: the article's case 3, Tomcat's NIO connector with engines that wait for the
  * database at each sale.
  *
  * Tuned: no limit on idle connections and on requests for each, none of them logged. A thread for each engine, and
  * Tomcat's own 200 for requests, its default.
  */
object Main:
  def main(args: Array[String]): Unit =
    val arguments = ServerArguments.parse(args.toSeq, Set("engines", "products", "database", "schema"))
    val words = arguments.others
    val url =
      s"jdbc:mariadb://${words("database")}/${words("schema")}?createDatabaseIfNotExist=true&sslMode=disable"
    TradingEngine.makeTable(url)
    val engines = Vector.tabulate(words("engines").toInt)(new TradingEngine(_, url))
    engines.foreach(_.start())
    val tomcat = new Tomcat
    tomcat.setBaseDir(Files.createTempDirectory("eddy-tomcat").toString)
    tomcat.setPort(arguments.port)
    val connector = tomcat.getConnector
    for (name, value) <-
        Seq("address" -> "127.0.0.1", "maxKeepAliveRequests" -> "-1", "keepAliveTimeout" -> "-1")
    do
      val _ = connector.setProperty(name, value)
    val context = tomcat.addContext("", null)
    val ids = new AtomicLong
    val _ = Tomcat.addServlet(context, "orders", new Orders(engines, words("products").toInt, ids))
    context.addServletMappingDecoded("/", "orders")
    tomcat.start()
    tomcat.getServer.await()
  end main
end Main

private[tomcat] final class Orders(engines: Vector[TradingEngine], products: Int, ids: AtomicLong)
    extends HttpServlet:
  override protected def doGet(request: HttpServletRequest, response: HttpServletResponse): Unit =
    request.getServletPath match
      case "/health" => answer(response, 200, "text/plain", "ok")
      case "/buy" => place(request, response, buys = true)
      case "/sell" => place(request, response, buys = false)
      case _ => response.sendError(404)

  private def place(request: HttpServletRequest, response: HttpServletResponse, buys: Boolean): Unit =
    val product = request.getParameter("product")
    val number = product.drop(1).toInt
    require(number < products, product)
    val id = ids.incrementAndGet()
    val (price, quantity) = (request.getParameter("price").toLong, request.getParameter("quantity").toLong)
    engines(number % engines.size).take(new Order(
      id,
      buys,
      product,
      request.getParameter("trader"),
      price,
      quantity
    ))
    answer(response, 202, "application/json", s"""{"id":$id}""")

  private def answer(response: HttpServletResponse, status: Int, contentType: String, text: String): Unit =
    val bytes = text.getBytes(java.nio.charset.StandardCharsets.US_ASCII)
    response.setStatus(status)
    response.setContentType(contentType)
    response.setContentLength(bytes.length)
    response.getOutputStream.write(bytes)
end Orders
