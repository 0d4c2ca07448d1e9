package eddy.launcher

import eddy.web.OneLineFormat

import java.io.IOException
import java.util.logging.{ConsoleHandler, Level, LogManager, LogRecord, Logger}

/** The log of the launcher's commands: one line for each record, on standard error. */
private[launcher] object LogFormat:
  /** Sends every record of `level` or above to standard error. */
  def install(level: System.Logger.Level): Unit =
    LogManager.getLogManager.reset()
    val wanted = levels(level)
    val console = new ConsoleHandler
    console.setFormatter(new OneLineFormat)
    console.setLevel(wanted)
    val root = Logger.getLogger("")
    root.addHandler(console)
    // Libraries speak up from INFO only: their DEBUG is not about Eddy.
    root.setLevel(if wanted.intValue < Level.INFO.intValue then Level.INFO else wanted)
    eddy.setLevel(wanted)
    quiet.foreach(_.setLevel(Level.WARNING))
    flyway.setLevel(Level.SEVERE)
    brokenConnections.setLevel(Level.SEVERE)
    jgroups.setFilter(record => !isOrdinaryEnd(record) && strangers.isLoggable(record))
    activemq.setFilter(!isLateAcknowledgement(_))

  /** They tell of each of their own steps, and of each attempt to connect; Eddy tells once that a mediator is away, and that it is back. */
  private val quiet =
    val mediators =
      Seq(
        "org.apache.activemq",
        "org.apache.artemis",
        "io.lettuce",
        "io.netty",
        "org.jgroups",
        "software.amazon"
      )
    val databases = Seq("com.zaxxer.hikari", "org.mariadb")
    (mediators ++ databases).map(Logger.getLogger)

  /** It warns that a database is newer than itself; what fails is thrown. */
  private val flyway = Logger.getLogger("org.flywaydb")

  /** It tells of each connection that a database has ended, with a stack; trading tells once what failed. */
  private val brokenConnections = Logger.getLogger("com.zaxxer.hikari.pool.ProxyConnection")

  /** It takes for an error that the other end of a connection that it closes is closed already, as when two nodes end. */
  private val jgroups = Logger.getLogger("org.jgroups.protocols.TCP")

  private[launcher] def isOrdinaryEnd(record: LogRecord): Boolean =
    val text = String.valueOf(record.getMessage)
    text.contains("failed sending graceful close") || text.contains("failed handling message") &&
    Option(record.getThrown).exists(e => e.getMessage == "Stream closed" || e.getMessage == "Socket closed")

  /** Who connects to its port without being a node causes a line each time. */
  private val strangers =
    OncePerSecond(record => String.valueOf(record.getMessage).contains("failed accepting connection"))

  /** It takes for an error that a broker that goes away, as Eddy tells once, gets no acknowledgements any more. */
  private val activemq = Logger.getLogger("org.apache.activemq.ActiveMQMessageConsumer")

  private[launcher] def isLateAcknowledgement(record: LogRecord): Boolean =
    String.valueOf(record.getMessage).endsWith(" failed to deliver acknowledgements") &&
      Option(record.getThrown).exists: e =>
        // sending failed, or the connection was closed meanwhile
        e.getCause.isInstanceOf[IOException] || e.getMessage == "The connection is already closed"

  /** Held, since the JDK forgets the level of a logger that nobody holds. */
  private val eddy = Logger.getLogger("eddy")

  private val levels: Map[System.Logger.Level, Level] = Map(
    System.Logger.Level.ERROR -> Level.SEVERE,
    System.Logger.Level.WARNING -> Level.WARNING,
    System.Logger.Level.INFO -> Level.INFO,
    System.Logger.Level.DEBUG -> Level.FINE,
    System.Logger.Level.TRACE -> Level.FINER
  )
end LogFormat
