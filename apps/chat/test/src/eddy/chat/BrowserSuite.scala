package eddy.chat

import eddy.testing.PageSuite

import scala.concurrent.duration.DurationInt
import scala.util.Using

/** The scenarios are in apps/chat/browser/tests. */
class BrowserSuite extends PageSuite("the chat in a browser", "apps/chat/browser"):
  test("people chat in real pages, are cut off, come back, and miss or repeat nothing"):
    // A busy machine may need longer to come back than people have, and longer to look who types.
    val config = ChatConfig(presenceGrace = 10.minutes, typingExpiry = 5.minutes)
    Using.resource(RestartableServer(config))(s => drive(s.url, s.control))
