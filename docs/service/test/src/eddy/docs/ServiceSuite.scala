package eddy.docs

import eddy.inference.report.HandlerReport
import eddy.push.redis.RedisProcess
import eddy.testing.NeedingSuite
import eddy.web.Explanation
import eddy.web.testkit.TestService

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

import com.zaxxer.hikari.HikariDataSource
import redis.clients.jedis.RedisClient
import shop.{Catalogue, Shop}

/** docs/service.md: its program in use, and the page's statements about its handlers. */
class ServiceSuite extends NeedingSuite("service"):
  need(RedisProcess.need): Unit

  private var closing = List.empty[AutoCloseable]
  private val shop = FunFixture[Shop](
    setup = _ =>
      val redis = RedisProcess.server().start()
      val database = HikariDataSource()
      database.setJdbcUrl("jdbc:h2:mem:shop")
      val catalogue = Catalogue(database)
      catalogue.create()
      val client = RedisClient.builder().hostAndPort("127.0.0.1", redis.port).build()
      closing = List(() => client.close(), () => database.close(), () => redis.kill())
      Shop(catalogue, client)
    ,
    teardown = _ => closing.foreach(_.close())
  )

  private def post(service: TestService, path: String, json: String) = service.post(path, _.text(json))

  shop.test("the page's program sells what is in a cart, at the price of now, and ranks it"): shop =>
    TestService.run(shop.routes): service =>
      service.get("/products/1").text("""{"id":1,"name":"tea","cents":450}"""): Unit
      service.get("/products/7").problem(404): Unit
      service.post("/orders/ann").problem(409, "empty"): Unit
      post(service, "/carts/ann", """{"product":1,"count":2}""").status(201): Unit
      post(service, "/carts/ann", """{"product":2,"count":1}""").status(201): Unit
      post(service, "/carts/ann", "{").problem(400): Unit
      service.put("/products/1/price", _.text("500")).status(204): Unit
      service.post("/orders/ann").text("""{"cents":1390}"""): Unit
      service.get("/carts/ann").text("[]"): Unit
      service.get("/ranking").text("""["tea","coffee"]"""): Unit
      service.get("/sales").text("2"): Unit

  /** As `./eddy verify --write` has them: handlers, then pairs. */
  private def lines(report: HandlerReport): List[String] =
    val handlers = report.handlers.map(row => s"${row.stableName} ${row.kind}").sorted
    val pairs = report.conflicts.map: c =>
      val key = if c.sameKeyOnly then List("same key only") else Nil
      s"${List(c.one, c.other).sorted.mkString(" | ")} : ${(c.targets.sorted ++ key).mkString(", ")}"
    handlers ++ pairs.sorted

  shop.test("the page shows the baseline of its program"): shop =>
    val page = Files.readAllLines(Path.of(sys.env("EDDY_CHECKOUT"), "docs", "service.md")).asScala.toList
    val shown = page.dropWhile(!_.startsWith("GET /carts/:user ")).takeWhile(_ != "```")
    assertEquals(lines(Explanation.report(shop.routes)), shown)
end ServiceSuite
