package eddy.testing

import java.util.concurrent.LinkedBlockingQueue
import java.util.logging.{Handler, LogRecord, Logger}

/** What the program writes to the log. */
object LogLines:
  /** Hands over the lines of the System.Logger of this name, as they come, instead of printing them. */
  def of[A](name: String)(body: LinkedBlockingQueue[String] => A): A =
    val lines = LinkedBlockingQueue[String]()
    val logger = Logger.getLogger(name).nn
    val handler = new Handler:
      def publish(record: LogRecord | Null): Unit = lines.put(record.nn.getMessage)
      def flush(): Unit = ()
      def close(): Unit = ()
    logger.setUseParentHandlers(false)
    logger.addHandler(handler)
    try body(lines)
    finally
      logger.removeHandler(handler)
      logger.setUseParentHandlers(true)
