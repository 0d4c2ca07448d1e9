package eddy.web.internal

import eddy.web.OneLineFormat

import java.nio.file.{Files, Path}
import java.util.Properties
import java.util.logging.{ConsoleHandler, LogManager, SimpleFormatter}
import scala.jdk.CollectionConverters.given
import scala.util.Using

/** The log of a program that has configured none: one line for each record, where the JDK writes two. */
private[eddy] object DefaultLog:
  /** Sets the format of the JDK's console handler, unless the program has chosen a format, handlers or a
    * configuration. Any thread, any number of times.
    */
  def use(): Unit =
    // a runtime made by jlink may lack java.util.logging
    if ModuleLayer.boot.findModule("java.logging").isPresent then useOneLine()

  private def useOneLine(): Unit =
    val manager = LogManager.getLogManager
    val isConfigured =
      System.getProperty("java.util.logging.config.file") != null ||
        System.getProperty("java.util.logging.config.class") != null ||
        System.getProperty("java.util.logging.SimpleFormatter.format") != null ||
        manager.getProperty("java.util.logging.SimpleFormatter.format") != null ||
        !isOfJdk(manager)
    if !isConfigured then
      manager.getLogger("").getHandlers match
        case Array(console: ConsoleHandler) if console.getFormatter.getClass eq classOf[SimpleFormatter] =>
          console.setFormatter(OneLineFormat())
        case _ => ()

  /** Its configuration is the JDK's own, and none that the program has read with `readConfiguration`. */
  private def isOfJdk(manager: LogManager): Boolean =
    val file = Path.of(System.getProperty("java.home"), "conf", "logging.properties")
    val own = Properties()
    if Files.isReadable(file) then Using.resource(Files.newInputStream(file))(own.load(_))
    own.asScala.forall((key, value) => manager.getProperty(key) == value.trim)
end DefaultLog
