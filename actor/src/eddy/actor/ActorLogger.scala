package eddy.actor

import eddy.actor.internal.cell.Cell

import java.lang.System.Logger
import java.lang.System.Logger.Level
import java.text.MessageFormat
import java.util.ResourceBundle

/** The platform's logger of that name, for this actor: each message begins with the actor's name, such as
  * `actor "stock": sold out`. In a simulation the messages without an exception are part of the trace.
  *
  * {{{
  * val log = actorLogger("shop")
  * react { case Order(item) => log.log(INFO, s"sold $item"); … }
  * }}}
  * Make it once, in the body. Any thread may use it, and pass it on.
  */
def actorLogger(name: String)(using actor: Actor[?]): Logger =
  new ActorLogger(actor.cell, System.getLogger(name).nn)

private final class ActorLogger(cell: Cell[?], under: Logger) extends Logger:
  def getName: String = under.getName.nn
  def isLoggable(level: Level): Boolean = under.isLoggable(level)

  def log(level: Level, bundle: ResourceBundle | Null, text: String | Null, thrown: Throwable | Null): Unit =
    val line = s"$cell: ${localized(bundle, text)}"
    if thrown == null then cell.system.engine.platform.log(under, level, line)
    else under.log(level, line, thrown)

  def log(level: Level, bundle: ResourceBundle | Null, format: String | Null, params: AnyRef*): Unit =
    val text = localized(bundle, format)
    // the platform passes null for no parameters
    val hasParams = params.asInstanceOf[AnyRef | Null] != null && params.nonEmpty
    val line = if hasParams then MessageFormat.format(text, params*).nn else text
    cell.system.engine.platform.log(under, level, s"$cell: $line")

  private def localized(bundle: ResourceBundle | Null, text: String | Null): String =
    if text == null then "null"
    else if bundle != null && bundle.containsKey(text) then bundle.getString(text).nn
    else text
end ActorLogger
