package eddy.chat

import eddy.inference.Inference
import eddy.testing.{ChildJvm, Waits}

import java.util.concurrent.TimeUnit
import scala.concurrent.duration.DurationInt
import scala.util.Using

/** Whether people wait for the code of a room's handlers to be read, in a process in which nobody was
  * before.
  */
class FirstJoinSuite extends eddy.testing.PatientSuite:

  test("who opens the first room and speaks in it waits for no code to be read"):
    val process =
      ProcessBuilder(ChildJvm.ofTests("eddy.chat.FirstJoin")*).redirectErrorStream(true).start()
    val said = String(process.getInputStream.readAllBytes())
    assert(process.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS))
    assertEquals(said.trim, "read at the start: true, by whom joins: 0")
end FirstJoinSuite

object FirstJoin:
  def main(args: Array[String]): Unit =
    Using.resource(new ChatServer(ChatConfig(joinWithin = 5.minutes))): server =>
      val client = ChatClient.open(server)
      // the socket's own handler is read when it is called, and again when what it uses has been
      // initialised by that
      for _ <- 1 to 3 do
        client.sendRaw("nothing")
        val _ = client.next[ServerMessage.Refused]
      val before = Inference.analyses
      val _ = client.join("Ada")
      val _ = client.say("1", "hello")
      val more = Inference.analyses - before
      client.close()
      println(s"read at the start: ${before > 0}, by whom joins: $more")
