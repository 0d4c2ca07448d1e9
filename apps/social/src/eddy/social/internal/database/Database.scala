package eddy.social.internal.database

import eddy.runtime.Engine

import java.util.concurrent.TimeUnit.MILLISECONDS
import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration

import com.mongodb.reactivestreams.client.{MongoClient, MongoClients, MongoCollection}
import com.mongodb.{ConnectionString, MongoClientSettings, WriteConcern}
import org.bson.Document

/** The client of a database server, and its operations as futures. Opening it waits for nothing: a server
  * that is away makes operations fail, until it is back.
  */
private[social] final class Database private (
    client: MongoClient,
    name: String,
    val operations: Operations
) extends AutoCloseable:
  private val database = client.getDatabase(name)

  def collection(of: String): MongoCollection[Document] = database.getCollection(of)

  /** Whether the server answers. */
  def ping(): Future[Unit] = operations.done(database.runCommand(Document("ping", 1)))

  /** Pending operations fail. */
  def close(): Unit = client.close()
end Database

private[social] object Database:
  private val DefaultName = "social"

  /** @param url a connection string of MongoDB
    * @throws IllegalArgumentException for a connection string that is invalid
    */
  def open(
      engine: Engine,
      url: String,
      connections: Int,
      within: FiniteDuration,
      maxPending: Int
  ): Database =
    val address = ConnectionString(url)
    val millis = within.toMillis
    val settings = MongoClientSettings.builder
      .applyConnectionString(address)
      .applicationName("eddy-social")
      // acknowledged when it is on the disks of most members
      .writeConcern(WriteConcern.MAJORITY.withJournal(true))
      .applyToClusterSettings(_.serverSelectionTimeout(millis, MILLISECONDS): Unit)
      .applyToConnectionPoolSettings(_.maxSize(connections).maxWaitTime(millis, MILLISECONDS): Unit)
      // a connection of which nothing is heard is closed
      .applyToSocketSettings(
        _.connectTimeout(millis.toInt, MILLISECONDS).readTimeout(millis.toInt, MILLISECONDS): Unit
      )
      .build
    val name = Option(address.getDatabase).getOrElse(DefaultName)
    new Database(MongoClients.create(settings), name, new Operations(engine, within, maxPending))
  end open
end Database
