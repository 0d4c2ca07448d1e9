package eddy.examples

import eddy.state.SharedMap
import eddy.web.*
import eddy.web.tapir.*

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker
import sttp.model.StatusCode
import sttp.tapir.*

/** Books behind endpoints that document themselves: look at http://127.0.0.1:8080/docs. */
object Library:
  final case class Book(title: String, year: Int) derives Schema
  given JsonValueCodec[Book] = JsonCodecMaker.make

  val add = endpoint.post
    .in("books")
    .in(jsonBody[Book].example(Book("Tides", 1994)))
    .out(statusCode(StatusCode.Created))

  val read = endpoint.get
    .in("books" / path[String]("title"))
    .out(jsonBody[Book])
    .errorOut(statusCode(StatusCode.NotFound).and(stringBody))

  val routes: Routes =
    val books = SharedMap[String, Book]()
    val served = List(
      add.handleSuccess(book => books(book.title) = book),
      read.handle(title => books.get(title).toRight(s"There is no book $title."))
    )
    EddyServerInterpreter().toRoutes(served) ++ OpenApi.routes(List(add, read), "Library", "1.0")

  def main(args: Array[String]): Unit = Server(port = 8080).start(routes).awaitStop()
end Library
