package eddy.inference

import eddy.push.subjects.Pieces
import eddy.state.{AccessKind, SharedMap}

import javax.sql.DataSource
import scala.util.Using

import acme.{Meter, Tape}
import ch.qos.logback.classic.{Level, Logger as Logback}
import com.zaxxer.hikari.{HikariConfig, HikariDataSource}
import org.h2.jdbcx.JdbcConnectionPool
import org.slf4j.LoggerFactory

/** Handlers that use what most applications have beside their own code. */
class ThirdPartySuite extends eddy.testing.PatientSuite:
  private val log = LoggerFactory.getLogger("eddy.state.ThirdPartySuite")
  private def modes(callback: AnyRef) = Inference.summary(callback).accesses.map(_.mode)

  test("logging takes no lock"):
    LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).asInstanceOf[Logback].setLevel(Level.WARN)
    val tells: String => Unit = user => log.info("user {}", user)
    val asks: String => Unit =
      user => if log.isDebugEnabled then log.debug("user {} of {}", user, user.length)
    assertEquals(modes(tells) ++ modes(asks), Nil)

  test("nor do three arguments of a message, a failure, and a logger in a val"):
    final class Service:
      private val own = LoggerFactory.getLogger(classOf[ThirdPartySuite])
      val handler: String => Unit = user =>
        own.info("{} of {} is {}", user, user.length, user.isEmpty)
        own.warn("it failed", IllegalStateException(user))
    val three: String => Unit = user => log.info("{} of {} is {}", user, user.length, user.isEmpty)
    assertEquals(modes(three) ++ modes(Service().handler), Nil)

  test("a connection out of a pool is the handler's own"):
    val config = new HikariConfig()
    config.setJdbcUrl("jdbc:h2:mem:thirdparty")
    Using.resource(new HikariDataSource(config)): pool =>
      val any: DataSource = pool
      val h2 = JdbcConnectionPool.create("jdbc:h2:mem:thirdparty", "", "")
      val callbacks = List[DataSource => String => Unit](
        source => sql => Using.resource(source.getConnection())(_.createStatement.execute(sql): Unit),
        source =>
          sql => Using.resource(source.getConnection())(_.prepareStatement(sql).executeQuery.next(): Unit)
      )
      for source <- List(any, h2); callback <- callbacks do assertEquals(modes(callback(source)), Nil)
      val typed: String => Unit =
        sql => Using.resource(pool.getConnection())(_.createStatement.execute(sql): Unit)
      assertEquals(modes(typed), Nil)
      h2.dispose()

  test("a connection that handlers share is locked"):
    Using.resource(JdbcConnectionPool.create("jdbc:h2:mem:shared", "", "").getConnection()): connection =>
      val callback: String => Unit = sql => connection.createStatement.execute(sql): Unit
      assertEquals(modes(callback), List(AccessKind.Writes))

  test("what an application knows of a library it says in META-INF/eddy/library.txt"):
    val (meter, tape) = (new Meter, new Tape)
    val marks: String => Unit = _ => meter.mark()
    val records: String => Unit = text => tape.record(text)
    assertEquals(modes(marks), Nil)
    assertEquals(modes(records), List(AccessKind.Writes))

  test(
    "what modules of Eddy have behind types of the library is not what an application's handler may meet"
  ):
    assert(Pieces(() => true).hasNext)
    val rooms = SharedMap[Int, Set[String]]()
    val callback: String => Unit = text => rooms.getOrElse(text.length, Set.empty).foreach(println)
    assertEquals(modes(callback).distinct, List(AccessKind.Reads))
end ThirdPartySuite
