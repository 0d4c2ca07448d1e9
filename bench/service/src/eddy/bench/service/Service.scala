package eddy.bench.service

import eddy.bench.peers.work.{Fib, Kernel, Page}
import eddy.web.{HttpProblem, Request, Routes}

import scala.concurrent.duration.DurationInt

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

private final case class Message(message: String)

private object Message:
  given JsonValueCodec[Message] = JsonCodecMaker.make

/** What all contenders offer; nothing in it is shared. */
private object Service:
  private val page = Page.text

  def routes: Routes = Routes
    .get("/plaintext")((_, response) => response.text("Hello, World!"))
    .get("/json")((_, response) => response.json(Message("Hello, World!")))
    .get("/fib")((request, response) => response.text(Fib.recursive(number(request, "n")).toString))
    .get("/iterfib")((request, response) => response.text(Fib.lastDigits(number(request, "n"))))
    .get("/page"): (request, response) =>
      val delay = number(request, "delay")
      if request.query("blocking").contains("true") then
        Thread.sleep(delay)
        response.html(page)
      else if delay == 0 then response.html(page)
      else
        val _ = request.after(delay.millis)(() => response.html(page))
    .get("/kernel"): (request, response) =>
      response.text(Kernel.answer(request.query("name").getOrElse(""), number(request, "n")))
    .webSocket("/echo"): socket =>
      socket.onText: text =>
        val _ = socket.send(text)

  def number(request: Request, name: String): Int =
    request.query(name).flatMap(_.toIntOption).getOrElse:
      throw HttpProblem(400, s"$name must be a whole number")
end Service
