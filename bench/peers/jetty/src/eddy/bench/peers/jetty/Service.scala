package eddy.bench.peers.jetty

import eddy.bench.peers.work.{Fib, Kernel, Page}

import scala.beans.BeanProperty

import org.springframework.http.{HttpStatus, ResponseEntity}
import org.springframework.web.bind.annotation.{ExceptionHandler, GetMapping, RequestParam, RestController}

/** The endpoints. */
@RestController
private[jetty] class Service:
  @GetMapping(path = Array("/plaintext"), produces = Array("text/plain"))
  def plaintext(): String = "Hello, World!"

  @GetMapping(path = Array("/json"), produces = Array("application/json"))
  def json(): Service.Message = Service.Message("Hello, World!")

  @GetMapping(path = Array("/fib"), produces = Array("text/plain"))
  def fib(@RequestParam(name = "n", defaultValue = "20") n: Int): String = Fib.recursive(n).toString

  @GetMapping(path = Array("/iterfib"), produces = Array("text/plain"))
  def iterfib(@RequestParam(name = "n", defaultValue = "1000") n: Int): String = Fib.lastDigits(n)

  @GetMapping(path = Array("/kernel"), produces = Array("text/plain"))
  def kernel(
      @RequestParam("name") name: String,
      @RequestParam(name = "n", defaultValue = "1") n: Int
  ): String = Kernel.answer(name, n)

  @GetMapping(path = Array("/page"), produces = Array("text/html"))
  def page(@RequestParam(name = "delay", defaultValue = "0") delay: Int): Array[Byte] =
    Thread.sleep(delay)
    Service.WholePage

  @ExceptionHandler(Array(classOf[IllegalArgumentException]))
  def refuse(cause: IllegalArgumentException): ResponseEntity[String] =
    ResponseEntity.status(HttpStatus.BAD_REQUEST).body(cause.toString)
end Service

private[jetty] object Service:
  final case class Message(@BeanProperty message: String)

  private val WholePage = Page.bytes
