package eddy.bench.chat

import eddy.bench.{BenchFailure, Outcome, Watch}
import eddy.testing.Patience

import java.io.{ByteArrayOutputStream, PrintStream}
import scala.concurrent.duration.DurationInt
import scala.util.Using

class ChatWorkloadSuite extends eddy.testing.PatientSuite:
  private val load = ChatLoad(connections = 6, messages = 20, perSecond = 600, rooms = 2, warmupSeconds = 0)

  private def quiet = Watch(None, new PrintStream(new ByteArrayOutputStream), live = false)

  /** @param patienceMillis where something is lost, it is waited for in vain for so long */
  private def run(chat: MiniChat, load: ChatLoad = load, patienceMillis: Int = 120_000): Outcome =
    Using.resource(chat)(chat => ChatWorkload(load, giveUpAfterMillis = patienceMillis).run(chat.uri, quiet))

  test("a chat that keeps its promises is flawless, and every delivery is timed"):
    val outcome = run(MiniChat())
    assert(outcome.count.isFlawless, outcome.count)
    assertEquals(outcome.count.sent, 120L)
    assertEquals(outcome.count.delivered, 360L)
    assertEquals(outcome.latencies.map(_.nanos.getTotalCount), Seq(120L, 240L))
    assert(outcome.achievedPerSecond > 0 && outcome.latencies.forall(_.nanos.getMinValue > 0))

  test("messages of the warm-up are checked but not timed"):
    val outcome = run(MiniChat(), load.copy(warmupSeconds = 1, perSecond = 120, messages = 5))
    assert(outcome.count.isFlawless, outcome.count)
    assertEquals(outcome.count.sent, 150L)
    assertEquals(outcome.latencies.head.nanos.getTotalCount, 30L)

  test("messages that the chat loses are counted for each receiver"):
    val outcome = Patience.growing(500.millis, 10.seconds, 1.minute): patience =>
      val losing = MiniChat(fault = (n, text) => if n % 10 == 3 then Nil else Seq(text))
      run(losing, patienceMillis = patience.toMillis.toInt)
    .apply(_.count.lost == 2 * 6 * 3)
    // 60 messages in each of two rooms: 6 lost there, for each of 3 members.
    assertEquals(outcome.count.lost, 2 * 6 * 3L)
    assertEquals(outcome.count.delivered, 360L - 36)
    assert(!outcome.count.isFlawless)

  test("messages that the chat publishes twice are counted, and no delivery twice"):
    val outcome = run(MiniChat(fault = (n, text) => if n % 10 == 3 then Seq(text, text) else Seq(text)))
    assertEquals((outcome.count.duplicated, outcome.count.lost, outcome.count.delivered), (36L, 0L, 360L))
    assert(!outcome.count.isFlawless)

  test("messages that overtake an earlier one of the same sender are counted"):
    var held = Seq.empty[String]
    val alone = load.copy(connections = 1, rooms = 1)
    val outcome = run(
      MiniChat(fault =
        (n, text) =>
          if n == 4 then
            held = Seq(text)
            Nil
          else
            val now = text +: held
            held = Nil
            now
      ),
      alone
    )
    assertEquals((outcome.count.outOfOrder, outcome.count.lost, outcome.count.duplicated), (1L, 0L, 0L))

  test("a server that lets nobody in is no server to measure, and its reason is told"):
    val refusing = MiniChat(answer = """{"type":"refused","code":"room-full","detail":"too many people"}""")
    val failure = intercept[BenchFailure](run(refusing))
    assert(String.valueOf(failure.getMessage).contains("room-full: too many people"), failure.getMessage)

  test("a load above the server's limit for a connection is not sent, and the remedy is told"):
    val strict = MiniChat(answer = """{"type":"welcome","limits":{"messagesPerSecond":4.0}}""")
    val failure = intercept[BenchFailure](run(strict))
    assert(String.valueOf(failure.getMessage).contains("eddy.chat.messages-per-second"), failure.getMessage)

  test("a server that is not there is told"):
    val chat = MiniChat()
    chat.close()
    val failure = intercept[BenchFailure](ChatWorkload(load).run(chat.uri, quiet))
    assert(String.valueOf(failure.getMessage).startsWith("cannot connect"), failure.getMessage)
end ChatWorkloadSuite
