package eddy.trading.internal

import java.sql.{Connection, PreparedStatement, ResultSet}
import scala.util.Using

/** Single statements on a connection. */
private[trading] object Sql:
  def query[A](
      connection: Connection,
      sql: String
  )(set: PreparedStatement => Unit)(read: Row => A): Vector[A] =
    Using.resource(connection.prepareStatement(sql).nn): statement =>
      set(statement)
      val rows = statement.executeQuery().nn
      val row = new Row(rows)
      Iterator.continually(rows.next()).takeWhile(identity).map(_ => read(row)).toVector

  /** How many rows it has changed. */
  def update(connection: Connection, sql: String)(set: PreparedStatement => Unit): Int =
    Using.resource(connection.prepareStatement(sql).nn): statement =>
      set(statement)
      statement.executeUpdate()

  /** All or nothing. */
  def transaction[A](connection: Connection)(body: => A): A =
    connection.setAutoCommit(false)
    try
      val result = body
      connection.commit()
      result
    catch
      case failure: Throwable =>
        // what matters is why; a connection that is gone cannot roll back
        try connection.rollback()
        catch case also: java.sql.SQLException => failure.addSuppressed(also)
        throw failure

  /** The first two parameters. */
  def market(number: Int, of: Long)(statement: PreparedStatement): Unit =
    statement.setInt(1, number)
    statement.setLong(2, of)
end Sql

/** The present row of a result, without nulls. */
private[trading] final class Row(rows: ResultSet):
  def int(column: String): Int = rows.getInt(column)
  def long(column: String): Long = rows.getLong(column)
  def boolean(column: String): Boolean = rows.getBoolean(column)
  def text(column: String): String = rows.getString(column).nn
  def bytes(column: String): Array[Byte] = rows.getBytes(column).nn
  def textOrNone(column: String): Option[String] = Option(rows.getString(column))
  def longOrNone(column: String): Option[Long] =
    val value = rows.getLong(column)
    if rows.wasNull then None else Some(value)
