package eddy.social

import eddy.actor.ActorSystem
import eddy.push.{Channels, ChannelsConfig}
import eddy.runtime.Engine
import eddy.web.Explanation

import scala.concurrent.duration.DurationInt

class LocksSuite extends eddy.testing.PatientSuite:
  test("no handler of the social network excludes another one, or itself"):
    given engine: Engine = Engine.start()
    given ActorSystem = ActorSystem(engine)
    val files = eddy.testing.TestFolder.make("eddy-social-locks")
    val channels = ChannelsConfig(namespaces = Seq(SocialApp.namespace))
    try
      val app =
        SocialApp.open(SocialFixture.config.copy(files = files), Some(Channels.start(channels)))
      try
        val explained = Explanation.of(app.routes, full = true)
        val heads = explained.linesIterator.filter(_.matches("(GET|POST|PUT|DELETE) /.*: .*")).toVector
        assertEquals(heads.map(_.split(": ", 2)(0)).sorted, LocksSuite.handlers, explained)
        val kinds =
          explained.linesIterator.filter(_.matches(".*: (exclusive|runs alone|rejected).*")).toVector
        assertEquals(kinds, Vector.empty, explained)
      finally app.close()
    finally await(engine.shutdown(5.seconds)): Unit
end LocksSuite

object LocksSuite:
  private val handlers = Vector(
    "DELETE /picture/:id",
    "DELETE /picture/:id/like",
    "DELETE /session",
    "DELETE /sessions/:id",
    "GET /picture/:id",
    "GET /picture/:id/image/:size",
    "GET /picture/:id/likes",
    "GET /sessions",
    "GET /time",
    "GET /user/:name",
    "POST /picture",
    "POST /session",
    "POST /user",
    "PUT /picture/:id/like"
  )
