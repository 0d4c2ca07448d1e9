package eddy.inference

import eddy.push.subjects.Pieces
import eddy.state.{AccessKind, SharedMap}

import java.text.Normalizer.Form
import javax.sql.DataSource
import scala.util.Using

import acme.{Dial, Gauge, Grade, Meter, Shade, Tape}
import ch.qos.logback.classic.{Level, Logger as Logback}
import com.zaxxer.hikari.{HikariConfig, HikariDataSource}
import org.h2.jdbcx.JdbcConnectionPool
import org.slf4j.LoggerFactory

/** Handlers that use what most applications have beside their own code. */
class ThirdPartySuite extends eddy.testing.PatientSuite:
  private val log = LoggerFactory.getLogger("eddy.state.ThirdPartySuite")
  private final class Labelled(var label: String) extends Thread
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

  test("constants of enums are not locked, but those that change"):
    val (grades, shades) = (SharedMap[String, Grade](), SharedMap[String, Shade]())
    val forms = SharedMap[String, Form]()
    val asks: String => Unit = text => println(grades.get(text).map(_.weight()))
    val tells: String => Unit = text => println(shades.get(text).map(_.isDark))
    val compares: String => Unit = text => println(forms.get(text).map(_.compareTo(Form.NFC)))
    for handler <- List(asks, tells, compares) do assertEquals(modes(handler), List(AccessKind.Reads))
    val (gauges, dials) = (SharedMap[String, Gauge](), SharedMap[String, Dial]())
    val raises: String => Unit = text => println(gauges.get(text).map(_.raise()))
    val turns: String => Unit = text => println(dials.get(text).map(_.turn()))
    for handler <- List(raises, turns) do
      assertEquals(modes(handler).toSet, Set(AccessKind.Reads, AccessKind.Writes))

  test("the thread that runs a handler is the handler's own"):
    val shows: String => Unit = _ =>
      Thread.currentThread match
        case own: Labelled => own.label += "x"
        case other => println(other.getName)
    assertEquals(modes(shows), Nil)

  test(
    "what modules of Eddy have behind types of the library is not what an application's handler may meet"
  ):
    assert(Pieces(() => true).hasNext)
    val rooms = SharedMap[Int, Set[String]]()
    val callback: String => Unit = text => rooms.getOrElse(text.length, Set.empty).foreach(println)
    assertEquals(modes(callback).distinct, List(AccessKind.Reads))
end ThirdPartySuite
