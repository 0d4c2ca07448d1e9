package subjects

import eddy.state.{Confined, Pure, Registers, Stable}

import java.util.concurrent.Flow
import scala.annotation.meta.getter
import scala.collection.mutable

@Confined final class Request(
    @(Stable @getter) val path: String,
    val params: Map[String, String] = Map.empty
):
  @Pure @Stable def param(key: String): Option[String] = params.get(key)
  @Pure def query(key: String): String = params.getOrElse(key, "")

@Confined final class Response:
  private var body = ""
  @Pure def end(text: String): Unit = body = text
  def stream(content: Flow.Publisher[String]): Unit = content.subscribe(new Flow.Subscriber[String]:
    def onSubscribe(subscription: Flow.Subscription): Unit = subscription.request(1)
    def onNext(text: String): Unit = ()
    def onError(failure: Throwable): Unit = ()
    def onComplete(): Unit = ())

/** Like a framework's: serializable, so that closures name their implementation. */
trait Handler extends java.io.Serializable:
  def handle(request: Request, response: Response): Unit

trait PlainHandler:
  def handle(request: Request, response: Response): Unit

/** Remembers the handlers that are registered with it. */
@Confined final class App:
  val registered = mutable.ArrayBuffer[AnyRef]()
  @Registers def get(path: String)(f: (Request, Response) => Unit): Unit = registered += f: Unit
  @Registers def on(f: Request => Unit): Unit = registered += f: Unit
  @Registers def sam(f: Handler): Unit = registered += f: Unit
  @Registers def plain(f: PlainHandler): Unit = registered += f: Unit
  @Registers def pf(f: PartialFunction[Request, Unit]): Unit = registered += f: Unit
  @Registers def nextTick(f: => Unit): Unit = registered += (() => f): Unit
  @Registers def run(f: Runnable): Unit = registered += f: Unit
  @Registers def ctx(f: Request ?=> Response ?=> Unit): Unit =
    registered += ((q: Request, s: Response) => f(using q)(using s)): Unit

object App:
  /** Runs any kind of handler. */
  def run(callback: AnyRef, path: String): Unit = callback match
    case f: PartialFunction[?, ?] =>
      f.asInstanceOf[PartialFunction[Request, Unit]].applyOrElse(Request(path), _ => ())
    case f: Function1[?, ?] => f.asInstanceOf[Request => Unit](Request(path))
    case f: Function2[?, ?, ?] => f.asInstanceOf[(Request, Response) => Unit](Request(path), Response())
    case f: Function0[?] => f.asInstanceOf[() => Unit]()
    case f: Runnable => f.run()
    case f: Handler => f.handle(Request(path), Response())
    case f: PlainHandler => f.handle(Request(path), Response())
    case other => throw IllegalArgumentException(s"cannot run $other")
