package service

import eddy.state.{SharedCache, SharedMap}
import eddy.web.{Explanation, HttpProblem, Param, Request, Routes, WebSuite}

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

enum Size derives Param, CanEqual:
  case Small, Large

/** Programs as people write them, which lock entries of their maps only. Outside of Eddy's own packages,
  * like a user's code.
  */
class EntriesSuite extends WebSuite:
  /** All accesses of all handlers are to entries, and there are so many. */
  private def lockEntries(routes: Routes, accesses: Int): Unit =
    val said = Explanation.of(routes).linesIterator.toList
    val found = said.filter(line => List("reads ", "writes ", "adds to ").exists(line.trim.startsWith))
    assertEquals(found.size, accesses, said.mkString("\n"))
    assertEquals(found.filterNot(_.contains(", entry ")), Nil, said.mkString("\n"))

  test("a rate limit for each address locks entries only"):
    val hits = SharedMap[String, Int]()
    lockEntries(
      Routes.get("/"): (req, res) =>
        val address = req.remoteAddress.getAddress.getHostAddress
        val count = hits.getOrElse(address, 0) + 1
        hits(address) = count
        if count > 100 then res.status(429).text("slow down") else res.text(s"$count")
      ,
      1
    )

  test("a case of an enum that is a typed parameter locks its entry only"):
    val stock = SharedMap[Size, Int]()
    lockEntries(
      Routes.post("/buy/:size"): (req, res) =>
        val size = req.pathAs[Size]("size")
        stock(size) = stock.getOrElse(size, 0) - 1
        res.empty()
      ,
      1
    )

  test("a handler of sessions, found by a cookie, locks entries only"):
    final case class Login(user: String, visits: Int)
    val sessions = SharedMap[String, Login]()
    lockEntries(
      Routes
        .post("/login"): (req, res) =>
          val id = req.cookie("sid").getOrElse(req.id)
          sessions(id) = Login(req.form("user").getOrElse("nobody"), 0)
          res.header("Set-Cookie", s"sid=$id").empty()
        .get("/me"): (req, res) =>
          req.cookie("sid").flatMap(sessions.get(_)) match
            case Some(login) => res.text(login.user)
            case None => res.fail(401, "no session")
        .post("/visit"): (req, res) =>
          val id = req.cookie("sid").getOrElse(throw HttpProblem(401, "no session"))
          val _ = sessions.updateWith(id)(_.map(login => login.copy(visits = login.visits + 1)))
          res.empty()
        .post("/logout"): (req, res) =>
          req.cookie("sid").foreach(id => sessions -= id)
          res.empty()
      ,
      4
    )

  test("a cache beside a slow computation locks entries only"):
    val pages = SharedCache[String, String](1000)
    def render(name: String): String = s"<h1>$name</h1>"
    lockEntries(
      Routes.get("/page/:name"): (req, res) =>
        val name = req.path("name").toLowerCase
        res.html(pages.getOrElseUpdate(name, render(name)))
      ,
      1
    )

  test("a handler of short addresses locks entries only"):
    val links = SharedMap[String, String]()
    lockEntries(
      Routes
        .post("/shorten"): (req, res) =>
          req.form("url") match
            case Some(url) =>
              val code = Integer.toHexString(url.hashCode)
              links(code) = url
              res.text(s"/$code")
            case None => res.fail(400, "no url")
        .get("/:code"): (req, res) =>
          links.get(req.path("code")) match
            case Some(url) => res.redirect(url)
            case None => res.fail(404, "no such address")
      ,
      2
    )

  test("lists for each user, found by a header and by the body, lock entries only"):
    lockEntries(Todos().routes, 2)

  test("a log for each room, found by the socket's request, locks entries only"):
    val logs = SharedMap[String, Vector[String]]()
    lockEntries(
      Routes.webSocket("/rooms/:room"): socket =>
        socket.onText: text =>
          val _ = logs.updateWith(socket.request.path("room"))(_.map(_ :+ text))
      ,
      1
    )

  test("the body is read once for a key and the handler"):
    val counts = SharedMap[String, Int]()
    val routes = Routes.post("/todos"): (req, res) =>
      val todo = req.json[Todo](using Todo.codec)
      counts(todo.list) = counts.getOrElse(todo.list, 0) + 1
      res.text(s"${counts(todo.list)} ${req.json[Todo](using Todo.codec) eq todo}")
    serving(routes): server =>
      val body = """{"title":"tea","list":"home"}"""
      assertEquals(
        ask(server, "/todos", "POST", body, Seq("Content-Type" -> "application/json")).body,
        "1 true"
      )
end EntriesSuite

final case class Todo(title: String, list: String)
object Todo:
  val codec: JsonValueCodec[Todo] = JsonCodecMaker.make

final class Todos:
  private val todos = SharedMap[String, Vector[String]]()

  private def keyOf(req: Request, list: String) =
    s"user:${req.header("X-User").map(_.trim).getOrElse("anybody")}/$list"

  def routes: Routes = Routes
    .get("/todos/:list"): (req, res) =>
      res.text(todos.getOrElse(keyOf(req, req.path("list")), Vector.empty).mkString(", "))
    .post("/todos"): (req, res) =>
      val todo = req.json[Todo](using Todo.codec)
      val _ = todos.updateWith(keyOf(req, todo.list))(all => Some(all.getOrElse(Vector.empty) :+ todo.title))
      res.empty()
