package eddy.social

import eddy.social.internal.embedded.EmbeddedServer
import eddy.testing.{BlackHole, Eventually, TestFolder}

import scala.concurrent.duration.DurationInt
import scala.util.Using

class OutageSuite extends eddy.testing.PatientSuite:
  private def config(url: String) = SocialFixture.config.copy(
    database = SocialDatabase.Server(url),
    databaseWithin = 2.seconds
  )

  private def isAway(f: SocialFixture): Unit =
    f.signUp("ada").problem(503, "database").header("Retry-After", "1"): Unit
    f.service.get("/ready").status(503).contains("the database does not answer"): Unit
    f.service.get("/time").status(200): Unit

  test("without a database requests are 503, the service is not ready, and what needs none works"):
    // nobody listens on a port of the system that has no service
    SocialFixture.use(config("mongodb://127.0.0.1:1")): f =>
      isAway(f)
      f.service.expectNoFailures()

  test("while a database is silent requests are 503, and it is used again as soon as it answers"):
    Using.resource(EmbeddedServer.inMemory(16)): server =>
      Using.resource(BlackHole(portOf(server))): network =>
        SocialFixture.use(config(s"mongodb://127.0.0.1:${network.port}")): f =>
          f.signUp("bob").status(201): Unit
          f.service.get("/ready").status(200): Unit
          network.die()
          isAway(f)
          network.recover()
          Eventually.until("the driver has connected again")(f.service.get("/ready").code == 200)
          f.signUp("cyd").status(201): Unit
          f.signUp("bob").status(409): Unit
          f.service.expectNoFailures()

  test("a database that comes after the start is used"):
    Using.resource(EmbeddedServer.inMemory(16)): server =>
      Using.resource(BlackHole(portOf(server))): network =>
        network.die()
        SocialFixture.use(config(s"mongodb://127.0.0.1:${network.port}")): f =>
          isAway(f)
          network.recover()
          Eventually.until("the driver has connected")(f.service.get("/ready").code == 200)
          f.signUp("bob").status(201): Unit
          f.signUp("bob").status(409): Unit
          f.service.expectNoFailures()

  test("when the embedded database has closed its file, requests are 503, and the service is not ready"):
    val folder = TestFolder.make("eddy-social-outage").resolve("data")
    SocialFixture.use(SocialFixture.config.copy(database = SocialDatabase.Folder(folder))): f =>
      f.signUp("bob").status(201): Unit
      f.service.get("/ready").status(200): Unit
      // as it does after a write that has failed
      f.app.embedded.flatMap(_.store).get.closeImmediately()
      f.service.get("/ready").status(503): Unit
      f.signUp("ada").problem(503, "database"): Unit
      // from memory
      f.service.get("/user/cyd").problem(404): Unit
      f.service.expectNoFailures()

  private def portOf(server: EmbeddedServer) = java.net.URI(server.url).getPort
end OutageSuite
