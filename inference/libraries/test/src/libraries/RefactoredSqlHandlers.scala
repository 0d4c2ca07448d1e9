package libraries

import java.sql.{Connection, PreparedStatement, ResultSet}
import javax.sql.DataSource
import scala.collection.mutable.ListBuffer
import scala.util.Using

import com.github.benmanes.caffeine.cache.{Cache, Caffeine, LoadingCache}

/** A small helper around JDBC, as every second program has one, written in the ways in which it is written.
  */
object RefactoredSql:
  private val pool: DataSource = Pools.pool("jdbc:h2:mem:users")

  private def prepared[T](text: String)(use: PreparedStatement => T): T =
    Using.resource(pool.getConnection()): connection =>
      Using.resource(connection.prepareStatement(text))(use)

  private def all[T](rows: ResultSet, read: ResultSet => T): List[T] =
    val found = List.newBuilder[T]
    while rows.next() do found += read(rows)
    found.result()

  def bound[T](text: String, set: PreparedStatement => Unit)(read: ResultSet => T): List[T] =
    prepared(text): statement =>
      set(statement)
      Using.resource(statement.executeQuery())(all(_, read))

  private def name(id: String): Option[String] =
    bound("select name from users where id = ?", _.setString(1, id))(_.getString(1)).headOption
  val names: LoadingCache[String, Option[String]] = Caffeine.newBuilder().build(id => name(id))
  val namesAsAsked: Cache[String, Option[String]] = Caffeine.newBuilder().build()
  def nameAsAsked(id: String): Option[String] = namesAsAsked.get(id, name(_))

  private def managed[T](text: String, id: String)(read: ResultSet => T): Option[T] =
    Using.Manager { use =>
      val connection = use(pool.getConnection())
      val statement = use(connection.prepareStatement(text))
      statement.setString(1, id)
      val rows = use(statement.executeQuery())
      Option.when(rows.next())(read(rows))
    }.get
  def managedName(id: String): Option[String] =
    managed("select name from users where id = ?", id)(_.getString(1))
  val managedNames: LoadingCache[String, Option[String]] =
    Caffeine.newBuilder().build(id => managedName(id))

  def foreachPair[T](text: String, args: Any*)(read: ResultSet => T): List[T] =
    prepared(text): statement =>
      args.zipWithIndex.foreach { (a, i) => statement.setObject(i + 1, a) }
      Using.resource(statement.executeQuery())(rows => all(rows, read))

  def foreachCase[T](text: String, args: Any*)(read: ResultSet => T): List[T] =
    prepared(text): statement =>
      args.zipWithIndex.foreach { case (a, i) => statement.setObject(i + 1, a) }
      Using.resource(statement.executeQuery())(all(_, read))

  def forLoop[T](text: String, args: Any*)(read: ResultSet => T): List[T] =
    prepared(text): statement =>
      for (a, i) <- args.zipWithIndex do statement.setObject(i + 1, a)
      val rows = statement.executeQuery()
      Iterator.continually(rows).takeWhile(_.next()).map(read).toList

  def indices[T](text: String, args: Any*)(read: ResultSet => T): Option[T] =
    prepared(text): statement =>
      for i <- args.indices do statement.setObject(i + 1, args(i))
      val rows = statement.executeQuery()
      Option.when(rows.next())(read(rows))

  def whileLoop[T](text: String, args: Any*)(read: ResultSet => T): Seq[T] =
    prepared(text): statement =>
      var i = 0
      while i < args.length do
        statement.setObject(i + 1, args(i))
        i += 1
      val rows = statement.executeQuery()
      val found = ListBuffer.empty[T]
      while rows.next() do found += read(rows)
      found.toSeq

  private def bind(statement: PreparedStatement, args: Seq[Any]): Unit =
    args.zipWithIndex.foreach((a, i) => statement.setObject(i + 1, a))

  def extracted[T](text: String, args: Any*)(read: ResultSet => T): List[T] =
    prepared(text): statement =>
      bind(statement, args)
      Using.resource(statement.executeQuery())(rows => all(rows, read))

  private def bindOne(statement: PreparedStatement)(a: Any, i: Int): Unit = a match
    case text: String => statement.setString(i + 1, text)
    case number: Int => statement.setInt(i + 1, number)
    case None => statement.setObject(i + 1, null)
    case Some(other) => statement.setObject(i + 1, other)
    case other => statement.setObject(i + 1, other)

  def matched[T](text: String, args: Any*)(read: ResultSet => T): List[T] =
    prepared(text): statement =>
      args.zipWithIndex.foreach(bindOne(statement))
      Using.resource(statement.executeQuery())(rows => all(rows, read))

  def listed[T](text: String, args: List[Any])(read: ResultSet => T): List[T] =
    prepared(text): statement =>
      args.zip(LazyList.from(1)).foreach((a, i) => statement.setObject(i, a))
      Using.resource(statement.executeQuery())(rows => all(rows, read))

  def withIterator[T](text: String, args: Any*)(read: ResultSet => T): Vector[T] =
    prepared(text): statement =>
      args.iterator.zipWithIndex.foreach((a, i) => statement.setObject(i + 1, a))
      Iterator.unfold(statement.executeQuery())(rows => Option.when(rows.next())((read(rows), rows))).toVector

  def closedByHand[T](text: String, args: Any*)(read: ResultSet => T): List[T] =
    val connection = pool.getConnection()
    try
      val statement = connection.prepareStatement(text)
      try
        args.zipWithIndex.foreach { case (a, i) => statement.setObject(i + 1, a) }
        all(statement.executeQuery(), read)
      finally statement.close()
    finally connection.close()

  def update(connection: Connection, text: String, args: Any*): Int =
    Using.resource(connection.prepareStatement(text)): statement =>
      args.zipWithIndex.foreach { case (a, i) => statement.setObject(i + 1, a) }
      statement.executeUpdate()

  def inTransaction[T](body: Connection => T): T =
    Using.resource(pool.getConnection()): connection =>
      connection.setAutoCommit(false)
      try
        val result = body(connection)
        connection.commit()
        result
      catch
        case failure: Throwable =>
          connection.rollback()
          throw failure
end RefactoredSql

/** The same question to a database, and the same purchase, each written in another way. */
object RefactoredSqlHandlers:
  import RefactoredSql.*

  private val select = "select id, name, visits from users where id = ? and visits > ?"

  private def user(row: ResultSet): User = User(row.getString(1), row.getString(2), row.getInt(3))
  private val asUser: ResultSet => User = row => User(row.getString(1), row.getString(2), row.getInt(3))

  private def shown(id: String, found: Iterable[User]): String =
    found.headOption.fold(Users.name(id))(_.name)

  private def buy(id: String, amount: Int): Int = inTransaction: connection =>
    val left = update(connection, "update stock set left = left - ? where id = ?", amount, id)
    if left == 1 then update(connection, "insert into orders values (?, ?)", Users.name(id), amount) else 0

  val ways: Seq[(String, String => String)] = Seq(
    ("foreach over pairs, a lambda reads", id => shown(id, foreachPair(select, id, 1)(row => user(row)))),
    ("foreach over pairs, a method reads", id => shown(id, foreachPair(select, id, 1)(user))),
    ("foreach over pairs, a val reads", id => shown(id, foreachPair(select, id, 1)(asUser))),
    ("foreach over cases", id => shown(id, foreachCase(select, id, 1)(user))),
    ("for over pairs", id => shown(id, forLoop(select, id, 1)(user))),
    ("for over indices", id => shown(id, indices(select, id, 1)(user))),
    ("while", id => shown(id, whileLoop(select, id, 1)(user))),
    (
      "a method that binds",
      id => shown(id, extracted(select, id, 1)(row => row.getString(2)).map(User(id, _, 0)))
    ),
    ("a match on each argument", id => shown(id, matched(select, id, Some(1))(user))),
    ("a list of arguments", id => shown(id, listed(select, List(id, 1))(user))),
    ("iterators", id => shown(id, withIterator(select, id, 1)(user))),
    ("try and finally", id => shown(id, closedByHand(select, id, 1)(user))),
    (
      "a number out of the result",
      id => foreachPair(select, id, 1)(_.getInt(3)).sum.toString + Users.name(id)
    ),
    ("an option", id => indices(select, id, 1)(_.getString(2)).getOrElse(Users.name(id))),
    (
      "a tuple",
      id =>
        foreachPair(
          select,
          id,
          1
        )(row => (row.getString(1), row.getInt(3))).toMap.get(id).fold(Users.name(id))(_.toString)
    ),
    (
      "a map of rows",
      id =>
        foreachCase(
          select,
          id,
          1
        )(user).groupBy(_.name).view.mapValues(_.size).toMap.mkString + Users.name(id)
    ),
    (
      "a match on a row out of a cache",
      id =>
        names.get(id) match
          case Some(name) => name
          case None => Users.name(id)
    ),
    (
      "a match on a row that a cache is given",
      id =>
        nameAsAsked(id) match
          case Some(name) => name
          case None => Users.name(id)
    ),
    (
      "a match on a row that a manager of resources has read, out of a cache",
      id =>
        managedNames.get(id) match
          case Some(name) => name
          case None => throw IllegalArgumentException(s"no user $id, but ${Users.name(id)}")
    ),
    (
      "a row that a manager of resources has read, or else a failure",
      id =>
        managedName(id).getOrElse(
          throw IllegalArgumentException(s"no user $id, but ${Users.name(id)}")
        )
    ),
    ("a transaction", id => buy(id, 2).toString),
    (
      "a transaction with a passed function",
      id => inTransaction(c => update(c, "delete from orders where id = ?", id)).toString + Users.name(id)
    )
  )
end RefactoredSqlHandlers
