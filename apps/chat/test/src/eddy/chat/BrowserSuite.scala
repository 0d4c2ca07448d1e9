package eddy.chat

import eddy.testing.PageSuite

import scala.concurrent.duration.DurationInt
import scala.util.Using

/** The scenarios are in apps/chat/browser/tests. */
class BrowserSuite extends PageSuite("the chat in a browser", "apps/chat/browser"):
  // A busy machine may need longer to come back than people have, and longer to look who types.
  private val config = ChatConfig(presenceGrace = 10.minutes, typingExpiry = 5.minutes)

  test("people chat in real pages, are cut off, come back, and miss or repeat nothing"):
    Using.resource(RestartableServer(config))(s => drive(s.url, s.control, "resume", "presence"))

  test(
    "the page is usable by everybody, falls back to event streams, and outlives restarts of the server".tag(
      LongTest
    )
  ):
    Using.resource(RestartableServer(config))(s => drive(s.url, s.control, "fallback", "page", "restart"))
