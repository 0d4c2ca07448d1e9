package stranger

import scala.annotation.targetName

/** Handlers of a small service, written by an engineer who has never read how the inference works. Each
  * handler runs with the arguments `0 until n`, concurrently with the others and with itself.
  *
  * @param make
  *   a new service; state that lives in an `object` is put back
  */
final case class StrangerCase(name: String, make: () => Running)

/** @param handlers
  *   each an `Int => Unit` or a [[Task]]
  * @param check
  *   the complaint after each handler ran `n` times
  */
final case class Running(handlers: List[AnyRef], check: Int => Option[String])

object StrangerCase:
  @targetName("of")
  def apply(name: String)(make: => Running): StrangerCase = new StrangerCase(name, () => make)

  /** Of a service in Java. */
  def java(name: String)(make: => Service): StrangerCase = StrangerCase(name):
    val service = make
    val handlers = service.handlers.toArray.toList.map(_.asInstanceOf[AnyRef])
    Running(handlers, n => Option(service.check(n)))

  def run(handler: AnyRef, id: Int): Unit =
    try
      handler match
        case task: Task => task.handle(id)
        case function: Function1[?, ?] => function.asInstanceOf[Int => Unit](id)
        case other => throw IllegalArgumentException(s"cannot run $other")
    catch case _: Rejected => ()

/** The handlers of a case, before their check. */
final class Handlers(handlers: List[AnyRef]):
  def leave(check: Int => Option[String]): Running = Running(handlers, check)

def handlers(handlers: (Int => Unit)*): Handlers = Handlers(handlers.toList)

def expect[A](what: String, got: A, wanted: A): Option[String] =
  Option.when(got != wanted)(s"$what: $got instead of $wanted")

def require(what: String, holds: Boolean): Option[String] = Option.when(!holds)(what)
