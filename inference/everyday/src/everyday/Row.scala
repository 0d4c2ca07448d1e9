package everyday

import eddy.state.AccessKind

import java.util.function.Consumer

/** A handler as an application has it, a `String => Unit` or a `Consumer<String>` that is run with `"x"`.
  *
  * @param uses
  *   objects that it uses; variables of its own classes need not be named
  */
final case class Row(name: String, handler: AnyRef, uses: List[Use])

final case class Use(what: AnyRef, how: AccessKind)

object Row:
  def apply(name: String)(handler: String => Unit): Row = Row(name, handler, Nil)

  def reads(name: String, what: AnyRef*)(handler: String => Unit): Row =
    Row(name, handler, what.toList.map(Use(_, AccessKind.Reads)))

  def writes(name: String, what: AnyRef*)(handler: String => Unit): Row =
    Row(name, handler, what.toList.map(Use(_, AccessKind.Writes)))

  def ofJava(name: String, handler: Consumer[String]): Row = Row(name, handler, Nil)

  def ofJava(name: String, what: AnyRef, handler: Consumer[String]): Row =
    Row(name, handler, List(Use(what, AccessKind.Writes)))

  def run(handler: AnyRef, argument: String): Unit = handler match
    case f: Function1[?, ?] => f.asInstanceOf[String => Unit](argument)
    case c: Consumer[?] => c.asInstanceOf[Consumer[String]].accept(argument)
    case other => throw IllegalArgumentException(s"cannot run $other")

/** What most of the handlers here count in. */
final class Tally:
  var n = 0
  def add(): Int =
    n += 1
    n
