package eddy.trading.internal

import java.io.{ByteArrayOutputStream, IOException}
import java.security.MessageDigest
import java.sql.{Connection, PreparedStatement}
import java.util.HexFormat
import scala.util.Using

/** The tables of snapshots: images of markets in parts, since databases limit the size of a row. Each method takes a
  * connection of its own, and throws `SQLException`.
  */
private[trading] final class SnapshotTables(connect: () => Connection):
  import SnapshotTables.*

  /** Whole or not at all; all but the last two of the market are deleted. */
  def write(market: Int, sequence: Long, image: Array[Byte]): Unit = Using.resource(connect()): connection =>
    def change(sql: String, of: Long)(set: PreparedStatement => Unit): Unit =
      val _ = Sql.update(connection, sql): statement =>
        Sql.market(market, of)(statement)
        set(statement)
    Sql.transaction(connection):
      change("insert into snapshot (market, seq, length, sha256) values (?, ?, ?, ?)", sequence): s =>
        s.setLong(3, image.length)
        s.setString(4, hash(image))
      for (bytes, part) <- image.grouped(PartBytes).zipWithIndex do
        change("insert into snapshot_part (market, seq, part, bytes) values (?, ?, ?, ?)", sequence): s =>
          s.setInt(3, part)
          s.setBytes(4, bytes)
      for old <- headers(connection, market).drop(Kept); table <- Seq("snapshot", "snapshot_part") do
        change(s"delete from $table where market = ? and seq = ?", old.sequence)(_ => ())

  /** The newest first. */
  def headers(market: Int): Vector[Header] = Using.resource(connect())(headers(_, market))

  /** @throws IOException when it is not what was written */
  def read(header: Header): Array[Byte] = Using.resource(connect()): connection =>
    val image = new ByteArrayOutputStream
    val sql = "select bytes from snapshot_part where market = ? and seq = ? order by part"
    Sql.query(connection, sql)(Sql.market(header.market, header.sequence))(_.bytes("bytes"))
      .foreach(image.write(_))
    val bytes = image.toByteArray.nn
    if bytes.length != header.length then
      throw IOException(s"it has ${bytes.length} bytes, but ${header.length} were written")
    if hash(bytes) != header.sha256 then
      throw IOException("its bytes are not those that were written (SHA-256)")
    bytes

  private def headers(connection: Connection, market: Int): Vector[Header] =
    Sql.query(connection, "select * from snapshot where market = ? order by seq desc")(_.setInt(1, market)):
      row =>
        Header(market, row.long("seq"), row.long("length"), row.text("sha256"))
end SnapshotTables

private[trading] object SnapshotTables:
  // far below what MariaDB takes in one packet by default (16 MiB)
  private val PartBytes = 1 << 20
  private val Kept = 2

  final case class Header(market: Int, sequence: Long, length: Long, sha256: String)

  private def hash(bytes: Array[Byte]): String =
    HexFormat.of.nn.formatHex(MessageDigest.getInstance("SHA-256").nn.digest(bytes)).nn
