package libraries

import com.typesafe.scalalogging.Logger as ScalaLogger
import org.apache.logging.log4j.LogManager
import org.slf4j.LoggerFactory

object Log4jHandlers:
  private val log = LogManager.getLogger("libraries.log4j")

  val info: String => String = id =>
    val name = Users.name(id)
    log.info("user {} is {} ({} letters)", id, name, name.length)
    name

object LogbackHandlers:
  private val log = LoggerFactory.getLogger("libraries.logback")

  val info: String => String = id =>
    val name = Users.name(id)
    log.info("user {} is {} ({} letters)", id, name, name.length)
    if log.isDebugEnabled then log.debug(s"user $id")
    name

  val fluent: String => String = id =>
    val name = Users.name(id)
    log.atInfo().addKeyValue("user", id).log("found {}", name)
    name

object ScalaLoggingHandlers:
  private val log = ScalaLogger("libraries.scala-logging")

  val info: String => String = id =>
    val name = Users.name(id)
    log.info(s"user $id is $name")
    name

object SystemLoggerHandlers:
  private val log = System.getLogger("libraries.system")

  val info: String => String = id =>
    val name = Users.name(id)
    log.log(System.Logger.Level.DEBUG, "user {0} is {1}", id, name)
    log.log(System.Logger.Level.DEBUG, () => s"user $id")
    name
