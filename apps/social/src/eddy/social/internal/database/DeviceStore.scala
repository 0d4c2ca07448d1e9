package eddy.social.internal.database

import java.time.Instant
import java.util.Date
import scala.concurrent.{ExecutionContext, Future}

import org.bson.Document

/** The devices by which users have signed in. They give no access: who signs in with one is held to a limit
  * of its own.
  */
private[social] final class DeviceStore(database: Database, schema: Schema)(using ExecutionContext):
  import DeviceStore.*

  private val devices = database.collection(Collection)
  private val operations = database.operations

  /** Adds it, and removes the user's oldest ones beyond the limit. */
  def add(device: StoredDevice): Future[Unit] =
    for
      _ <- schema.ready
      _ <- operations.done(devices.insertOne(document(device)))
      _ <- OfUser.keepNewest(operations, devices, device.user, device.id, MaxOfUser)
    yield ()

  /** The device, unless it has expired. */
  def find(id: String, now: Instant): Future[Option[StoredDevice]] =
    operations.first(devices.find(Document(
      Id,
      id
    )).limit(1)).map(_.map(device).filter(_.expires.isAfter(now)))

  def removeExpired(now: Instant): Future[Unit] =
    operations.done(devices.deleteMany(Document(Expires, Document("$lt", Date.from(now)))))

  private def document(device: StoredDevice): Document =
    Document(Id, device.id)
      .append(OfUser.User, device.user)
      .append(NameKey, device.nameKey)
      .append(OfUser.At, Date.from(device.at))
      .append(Expires, Date.from(device.expires))

  private def device(fields: Document): StoredDevice =
    StoredDevice(
      fields.getString(Id),
      fields.getString(OfUser.User),
      fields.getString(NameKey),
      fields.getDate(OfUser.At).toInstant,
      fields.getDate(Expires).toInstant
    )
end DeviceStore

private[social] object DeviceStore:
  val Collection = "devices"
  val Expires = "expires"
  private val MaxOfUser = 20
  private val Id = "_id"
  private val NameKey = "nameKey"
