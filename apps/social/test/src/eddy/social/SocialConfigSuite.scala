package eddy.social

import java.nio.file.Path
import scala.concurrent.duration.DurationInt

class SocialConfigSuite extends eddy.testing.PatientSuite:
  private def rejected(named: String)(config: => SocialConfig): Unit =
    val message = intercept[IllegalArgumentException](config).getMessage
    assert(clue(message).contains(named))

  test("a wrong value is rejected with its name and what is permitted"):
    rejected("databaseConnections = 0: must be from 1 to 1000")(SocialConfig(databaseConnections = 0))
    rejected("databaseWithin = 0 days")(SocialConfig(databaseWithin = 0.days))
    rejected("databasePending = 0")(SocialConfig(databasePending = 0))
    rejected("minNameLength = 0")(SocialConfig(minNameLength = 0))
    rejected("maxNameLength = 2: must be from 3")(SocialConfig(maxNameLength = 2))
    rejected("minPasswordLength = 7")(SocialConfig(minPasswordLength = 7))
    rejected("maxPasswordLength = 63")(SocialConfig(maxPasswordLength = 63))
    rejected("signUpsPerHour = 0")(SocialConfig(signUpsPerHour = 0))
    rejected("signInsPerMinute = 0")(SocialConfig(signInsPerMinute = 0))
    rejected("signInsPerMinuteOfAddress = 0")(SocialConfig(signInsPerMinuteOfAddress = 0))
    rejected("signInsPerMinuteOfName = 0")(SocialConfig(signInsPerMinuteOfName = 0))
    rejected("maxSessions = 101")(SocialConfig(maxSessions = 101))
    rejected("maxPictureMemory = 0")(SocialConfig(maxPictureMemory = 0))
    rejected("uploadsPerHourOfAddress = 0")(SocialConfig(uploadsPerHourOfAddress = 0))
    rejected("maxUploadBytes = 2000: must be from 3000"):
      SocialConfig(maxPictureBytes = 3000, maxUploadBytes = 2000)
    rejected("sessionFor = 1 second")(SocialConfig(sessionFor = 1.second))
    rejected("passwordThreads = 0")(SocialConfig(passwordThreads = 0))
    rejected("passwordQueue = 0")(SocialConfig(passwordQueue = 0))
    rejected("maxPictureBytes = 0")(SocialConfig(maxPictureBytes = 0))
    rejected("maxPicturePixels = 0")(SocialConfig(maxPicturePixels = 0))
    rejected("maxPictureSide = 65536")(SocialConfig(maxPictureSide = 65_536))
    rejected("pictureWithin = 0")(SocialConfig(pictureWithin = 0.seconds))
    rejected("uploadsPerHour = 0")(SocialConfig(uploadsPerHour = 0))
    rejected("likesPerMinute = 0")(SocialConfig(likesPerMinute = 0))
    rejected("imageThreads = 0")(SocialConfig(imageThreads = 0))
    rejected("imageQueue = 0")(SocialConfig(imageQueue = 0))
    rejected("signatureWindow = 2 hours")(SocialConfig(signatureWindow = 2.hours))

  test("a name is reserved for longer than its sign-up may take"):
    rejected("reservedFor = 10 seconds: must be more than twice databaseWithin"):
      SocialConfig(reservedFor = 10.seconds)

  test("the database is named by a word, the address of a server, or a folder"):
    assertEquals(SocialDatabase.of("memory"), SocialDatabase.Memory)
    for url <- Seq("mongodb://db1/social", "mongodb+srv://cluster.example.org") do
      assertEquals(SocialDatabase.of(url), SocialDatabase.Server(url))
    assertEquals(SocialDatabase.of("some/folder"), SocialDatabase.Folder(Path.of("some/folder")))
    intercept[IllegalArgumentException](SocialDatabase.of(""))

  test("the password in the address of a server is not shown"):
    assert(!SocialConfig(SocialDatabase.of("mongodb://ada:secret@db1")).toString.contains("secret"))
end SocialConfigSuite
