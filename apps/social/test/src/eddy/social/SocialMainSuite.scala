package eddy.social

import eddy.runtime.Engine
import eddy.testing.{ChildJvm, TestFolder, TimeLimit}
import eddy.web.client.{Client, ClientConfig}

import scala.concurrent.duration.DurationInt

class SocialMainSuite extends eddy.testing.PatientSuite:
  override protected def timeLimit: TimeLimit = TimeLimit(5.minutes, "It starts the program twice.")

  private given engine: Engine = Engine.start()
  private val client = Client(ClientConfig(timeout = 2.minutes))

  override def afterAll(): Unit =
    super.afterAll()
    client.close(1.second)
    await(engine.shutdown(5.seconds)): Unit

  test("the program serves, stops in order on SIGTERM, and has its users after the next start"):
    val folder = TestFolder.make("eddy-social-main").resolve("data")
    for status <- Seq(201, 409) do
      val command = ChildJvm.ofTests("eddy.social.SocialMain", "0", folder.toString)
      val process = new ProcessBuilder(command*).redirectError(ProcessBuilder.Redirect.DISCARD).start()
      try
        val line = Option(process.inputReader.readLine).getOrElse(fail("it has ended"))
        val url = line.drop(line.indexOf("http://"))
        val root = url.stripSuffix("/social")
        val call = client.post(s"$url/user").bytes("application/json", SocialFixture.account("ada").getBytes)
        assertEquals(call.send().status, status)
        assertEquals(client.get(s"$root/ready").send().status, 200)
        assert(client.get(s"$root/metrics").send().bodyText.contains("eddy_social_pool"))
        process.destroy()
        assertEquals(process.waitFor(), 143)
      finally process.destroyForcibly(): Unit
end SocialMainSuite
