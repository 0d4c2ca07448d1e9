package eddy.chat

import scala.concurrent.duration.DurationInt

class ChatConfigSuite extends eddy.testing.PatientSuite:
  private def refused(config: => ChatConfig): String =
    intercept[IllegalArgumentException](config).getMessage.nn

  test("the defaults are allowed"):
    assertEquals(ChatConfig().historySize, 200)

  test("a wrong value is refused by name, with the value and the remedy"):
    val message = refused(ChatConfig(historySize = 0))
    assert(message.contains("historySize = 0: must be from 1 to 10000; about 200"), message)
    assert(refused(ChatConfig(messagesPerSecond = -1)).contains("messagesPerSecond = -1.0"))
    assert(refused(ChatConfig(messagesPerSecond = Double.NaN)).contains("messagesPerSecond = NaN"))
    assert(refused(ChatConfig(typingExpiry = 0.seconds)).contains("typingExpiry = 0 seconds"))
    assert(refused(ChatConfig(allowedOrigins = Set("example.org"))).contains("https://example.org"))

  test("a frame limit under the longest text is refused"):
    val message = refused(ChatConfig(maxTextLength = 10_000, maxFrameBytes = 9_000))
    assert(message.contains("at least 40000"), message)
end ChatConfigSuite
