package eddy.social

import java.nio.file.Path
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Every limit and every wait of the social network. Checked here, so that it never starts with a wrong
  * value. Lengths are in Unicode code points.
  *
  * @param database where the data is
  * @param files the folder of the pictures' files
  * @param databaseConnections connections to the database, at most
  * @param databaseWithin how long the database may take for one operation; then the request is answered with
  *   503
  * @param databasePending operations that may wait for the database at the same time; further ones are
  *   answered with 503
  * @param minNameLength shortest name of a user
  * @param maxNameLength longest name of a user
  * @param minPasswordLength shortest password
  * @param maxPasswordLength longest password
  * @param signUpsPerHour requests to sign up that one address may send in an hour, refused ones included;
  *   with IPv6 its first 64 bits. Per process
  * @param reservedFor how long a name stays reserved for a sign-up that has not ended, since its node has
  *   died
  * @param signInsPerMinute requests to sign in that one address may send for one name in a minute, and as
  *   many that a device which has signed in before may send; refused ones included. Per process
  * @param signInsPerMinuteOfAddress the same for one address and all names
  * @param signInsPerMinuteOfName the same for one name and all addresses. A device that has signed in before
  *   is not held to it, nor to the one above: others cannot lock it out
  * @param sessionFor how long a session lasts
  * @param maxSessions sessions of one user; a further one ends the oldest
  * @param passwordThreads threads that hash passwords
  * @param passwordQueue hashes that may wait for these threads; further ones are answered with 503
  * @param maxPictureBytes largest file of a picture
  * @param maxPicturePixels most pixels of a picture, by its header
  * @param maxPictureSide largest width and height of a picture, by its header
  * @param maxPictureMemory most memory for decoding a picture, in bytes, by its header; each of
  *   `imageThreads` may need as much
  * @param pictureWithin how long decoding a picture may take
  * @param uploadsPerHour pictures that one user may send in an hour, rejected ones included. Per process
  * @param uploadsPerHourOfAddress the same for one address and all users
  * @param maxUploadBytes bytes on the disk of the files that all users are sending, or that wait to be
  *   decoded, in this process; of one user a quarter
  * @param likesPerMinute likes that one user may give or take back in a minute. Per process
  * @param imageThreads threads that decode and draw pictures
  * @param imageQueue pictures that may wait for these threads; further ones are answered with 503
  * @param signatureWindow how far the clock of a client that signs its requests may be from the server's
  */
final case class SocialConfig(
    database: SocialDatabase = SocialDatabase.Folder(Path.of("eddy-data", "social")),
    files: Path = Path.of("eddy-data", "social", "files"),
    databaseConnections: Int = 16,
    databaseWithin: FiniteDuration = 5.seconds,
    databasePending: Int = 1000,
    minNameLength: Int = 3,
    maxNameLength: Int = 30,
    minPasswordLength: Int = 8,
    maxPasswordLength: Int = 128,
    signUpsPerHour: Int = 30,
    reservedFor: FiniteDuration = 60.seconds,
    signInsPerMinute: Int = 10,
    signInsPerMinuteOfAddress: Int = 30,
    signInsPerMinuteOfName: Int = 100,
    sessionFor: FiniteDuration = 30.days,
    maxSessions: Int = 50,
    passwordThreads: Int = Runtime.getRuntime.availableProcessors,
    passwordQueue: Int = 64,
    maxPictureBytes: Int = 15 * 1024 * 1024,
    maxPicturePixels: Int = 40_000_000,
    maxPictureSide: Int = 16_384,
    maxPictureMemory: Long = 128L * 1024 * 1024,
    pictureWithin: FiniteDuration = 20.seconds,
    uploadsPerHour: Int = 30,
    uploadsPerHourOfAddress: Int = 300,
    maxUploadBytes: Long = 512L * 1024 * 1024,
    likesPerMinute: Int = 60,
    imageThreads: Int = 2,
    imageQueue: Int = 100,
    signatureWindow: FiniteDuration = 60.seconds
):
  import SocialConfig.{between, lasting}

  between("databaseConnections", databaseConnections, 1, 1000, "16 is usual")
  lasting("databaseWithin", databaseWithin, 1.millis, 1.minute)
  between("databasePending", databasePending, 1, 1_000_000, "about 1000")
  between("minNameLength", minNameLength, 1, 30, "3 is usual")
  between("maxNameLength", maxNameLength, minNameLength, 60, "about 30")
  between("minPasswordLength", minPasswordLength, 8, 64, "8 is the least that is safe")
  between("maxPasswordLength", maxPasswordLength, math.max(64, minPasswordLength), 1000, "128 is usual")
  between("signUpsPerHour", signUpsPerHour, 1, 1_000_000, "about 30")
  lasting("reservedFor", reservedFor, 1.second, 1.hour)
  require(
    reservedFor > databaseWithin * 2,
    s"reservedFor = $reservedFor: must be more than twice databaseWithin = $databaseWithin, or a sign-up " +
      "that still runs could lose its name"
  )
  between("signInsPerMinute", signInsPerMinute, 1, 1_000_000, "about 10")
  between("signInsPerMinuteOfAddress", signInsPerMinuteOfAddress, 1, 1_000_000, "about 30")
  between("signInsPerMinuteOfName", signInsPerMinuteOfName, 1, 1_000_000, "about 100")
  lasting("sessionFor", sessionFor, 1.minute, 365.days)
  between("maxSessions", maxSessions, 1, 100, "about 50")
  between("passwordThreads", passwordThreads, 1, 256, "as many as there are cores; each takes 19 MiB")
  between("passwordQueue", passwordQueue, 1, 10_000, "about 64")
  between("maxPictureBytes", maxPictureBytes, 1024, 1 << 30, "15 MiB are usual")
  between("maxPicturePixels", maxPicturePixels, 1, 1_000_000_000, "about 40 million")
  between("maxPictureSide", maxPictureSide, 1, 65_535, "16384 is usual")
  between("maxPictureMemory", maxPictureMemory, 1L << 20, 1L << 40, "128 MiB are usual")
  lasting("pictureWithin", pictureWithin, 1.millis, 10.minutes)
  between("uploadsPerHour", uploadsPerHour, 1, 1_000_000, "about 30")
  between("uploadsPerHourOfAddress", uploadsPerHourOfAddress, 1, 1_000_000, "about 300")
  between("maxUploadBytes", maxUploadBytes, maxPictureBytes, 1L << 50, "room for some of maxPictureBytes")
  between("likesPerMinute", likesPerMinute, 1, 1_000_000, "about 60")
  between("imageThreads", imageThreads, 1, 64, "2: each may take maxPictureMemory")
  between("imageQueue", imageQueue, 1, 10_000, "about 100; each is a file on the disk")
  lasting("signatureWindow", signatureWindow, 1.second, 10.minutes)
end SocialConfig

object SocialConfig:
  private def between(name: String, value: Long, low: Long, high: Long, advice: String): Unit =
    require(value >= low && value <= high, s"$name = $value: must be from $low to $high; $advice")

  private def lasting(name: String, value: FiniteDuration, low: FiniteDuration, high: FiniteDuration): Unit =
    require(value >= low && value <= high, s"$name = $value: must be from $low to $high")
end SocialConfig
