package eddy.web.internal

import eddy.web.OneLineFormat

import java.util.logging.{ConsoleHandler, LogManager, SimpleFormatter}

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
        manager.getProperty("java.util.logging.SimpleFormatter.format") != null
    if !isConfigured then
      manager.getLogger("").getHandlers match
        case Array(console: ConsoleHandler) if console.getFormatter.getClass eq classOf[SimpleFormatter] =>
          console.setFormatter(OneLineFormat())
        case _ => ()
end DefaultLog
