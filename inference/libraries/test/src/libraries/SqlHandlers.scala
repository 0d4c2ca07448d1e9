package libraries

import java.sql.ResultSet
import javax.sql.DataSource
import scala.concurrent.Await
import scala.concurrent.duration.DurationInt
import scala.util.Using

import com.zaxxer.hikari.HikariDataSource
import jakarta.persistence.{Column, Entity, Id, Table as JpaTable}
import org.hibernate.SessionFactory
import org.hibernate.cfg.Configuration
import org.jooq.SQLDialect
import org.jooq.impl.DSL

object Pools:
  /** Opens a connection when it is asked for the first. */
  def pool(url: String): HikariDataSource =
    val pool = new HikariDataSource
    pool.setJdbcUrl(url)
    pool

object JdbcHandlers:
  private val postgres = Pools.pool("jdbc:postgresql://127.0.0.1:1/users")
  private val mariadb = Pools.pool("jdbc:mariadb://127.0.0.1:1/users")
  private val h2: DataSource = Pools.pool("jdbc:h2:mem:users")

  val ofPostgres: String => String = id =>
    Using.resource(postgres.getConnection()): connection =>
      Using.resource(connection.prepareStatement("select name from users where id = ?")): query =>
        query.setString(1, id)
        Using.resource(query.executeQuery())(rows =>
          if rows.next() then rows.getString(1) else Users.name(id)
        )

  val ofMariaDb: String => String = id =>
    Using.resource(mariadb.getConnection()): connection =>
      connection.setAutoCommit(false)
      Using.resource(connection.prepareStatement("update users set name = ? where id = ?")): update =>
        update.setString(1, Users.name(id))
        update.setString(2, id)
        val changed = update.executeUpdate()
        connection.commit()
        changed.toString

  val ofH2: String => String = id =>
    Using.resource(h2.getConnection()): connection =>
      val rows = connection.createStatement().executeQuery("select id, name, visits from users")
      Iterator.continually(rows).takeWhile(_.next()).map(user).filter(_.id == id).map(u => Users.name(u.id))
        .mkString(",")

  private def user(row: ResultSet): User =
    User(row.getString("id"), row.getString("name"), row.getInt("visits"))
end JdbcHandlers

object JooqHandlers:
  private val dsl = DSL.using(Pools.pool("jdbc:h2:mem:users"), SQLDialect.H2)
  private val users = DSL.table("users")
  private val id = DSL.field("id", classOf[String])
  private val name = DSL.field("name", classOf[String])

  val select: String => String = key =>
    val record = dsl.select(name).from(users).where(id.eq(key)).fetchOne()
    if record == null then Users.name(key) else record.get(name)

  val transaction: String => String = key =>
    dsl.transactionResult: configuration =>
      DSL.using(configuration).update(users).set(name, Users.name(key)).where(id.eq(key)).execute().toString

@Entity
@JpaTable(name = "users")
class UserEntity:
  @Id var id: String = ""
  @Column var name: String = ""

object HibernateHandlers:
  private val sessions: SessionFactory = new Configuration()
    .addAnnotatedClass(classOf[UserEntity])
    .setProperty("hibernate.connection.url", "jdbc:h2:mem:users")
    .setProperty("hibernate.dialect", "org.hibernate.dialect.H2Dialect")
    .setProperty("hibernate.boot.allow_jdbc_metadata_access", "false")
    .buildSessionFactory()

  val find: String => String = id =>
    val user = sessions.fromSession(session => session.find(classOf[UserEntity], id))
    if user == null then Users.name(id) else user.name

  val query: String => String = id =>
    sessions.fromTransaction: session =>
      session.createQuery("from UserEntity where name = :name", classOf[UserEntity])
        .setParameter("name", Users.name(id)).getResultList.size.toString

object DoobieHandlers:
  import cats.effect.IO
  import cats.effect.unsafe.implicits.global
  import doobie.implicits.toSqlInterpolator
  import doobie.syntax.connectionio.toConnectionIOOps
  import doobie.util.transactor.Transactor

  private val transactor =
    Transactor.fromDataSource[IO](Pools.pool("jdbc:h2:mem:users"), scala.concurrent.ExecutionContext.global)

  val select: String => String = id =>
    sql"select id, name, visits from users where id = $id".query[(String, String, Int)].option
      .map(_.fold(Users.name(id))(_._2))
      .transact(transactor).unsafeRunSync()

object ScalikeJdbcHandlers:
  import scalikejdbc.{
    ConnectionPool,
    DB,
    DataSourceConnectionPool,
    WrappedResultSet,
    scalikejdbcSQLInterpolationImplicitDef
  }

  ConnectionPool.singleton(new DataSourceConnectionPool(Pools.pool("jdbc:h2:mem:users")))

  val select: String => String = id =>
    DB.readOnly: session =>
      sql"select name from users where id = $id".map((row: WrappedResultSet) => row.string("name")).single
        .apply()(using session).getOrElse(Users.name(id))

object SlickHandlers:
  import slick.jdbc.H2Profile.api.*

  final class UserTable(tag: Tag) extends Table[User](tag, "users"):
    def id = column[String]("id", O.PrimaryKey)
    def name = column[String]("name")
    def visits = column[Int]("visits")
    def * = (id, name, visits).mapTo[User]

  private val users = TableQuery[UserTable]
  private val database = Database.forDataSource(Pools.pool("jdbc:h2:mem:users"), None)

  val select: String => String = id =>
    val found = Await.result(database.run(users.filter(_.id === id).result.headOption), 5.seconds)
    found.fold(Users.name(id))(_.name)

object QuillHandlers:
  import io.getquill.*

  private val context = new H2JdbcContext(SnakeCase, Pools.pool("jdbc:h2:mem:users"))
  import context.*

  val select: String => String = id =>
    // user and row are words of H2
    run(
      quote(querySchema[User]("users").filter(found => found.id == lift(id)))
    ).headOption.fold(Users.name(id))(_.name)
