package eddy.web.internal

import eddy.runtime.Engine
import eddy.testing.{FlowTck, Waits}
import eddy.web.{HostNames, RawClient, Routes, RunningServer, Server, ServerConfig}

import java.nio.ByteBuffer
import java.util.concurrent.{ConcurrentLinkedQueue, Flow, LinkedBlockingQueue}
import scala.concurrent.duration.DurationInt

import org.reactivestreams.tck.TestEnvironment
import org.reactivestreams.tck.flow.FlowSubscriberBlackboxVerification

/** The rules of Reactive Streams, checked by their own tests. */
class StreamSubscriberSuite extends eddy.testing.PatientSuite:

  test("a streamed response is a subscriber as Reactive Streams want it"):
    val outcome = FlowTck.run(classOf[StreamSubscriberTck])
    assertEquals(outcome.failures, Nil)
    assert(outcome.passed >= 10, s"$outcome")

  override def afterAll(): Unit = StreamSubscriberTck.stop()

/** Each subscriber is that of a response which a client waits for. */
final class StreamSubscriberTck
    extends FlowSubscriberBlackboxVerification[ByteBuffer](TestEnvironment(20_000, 50, 1000)):
  def createFlowSubscriber(): Flow.Subscriber[ByteBuffer] = StreamSubscriberTck.next()
  def createElement(n: Int): ByteBuffer = ByteBuffer.wrap(Array.fill(100)(n.toByte))

object StreamSubscriberTck:
  private val subscribers = LinkedBlockingQueue[Flow.Subscriber[ByteBuffer]]()
  private val clients = ConcurrentLinkedQueue[RawClient]()
  private lazy val server: RunningServer =
    given Engine = Engine.default
    Server(ServerConfig(port = 0, accessLog = false, hosts = HostNames.Any)).start:
      Routes.get("/")((_, res) => subscribers.put(res.stream("application/octet-stream").subscriber()))

  def next(): Flow.Subscriber[ByteBuffer] =
    val client = RawClient(server.port)
    clients.add(client): Unit
    client.get("/")
    Waits.awaitNext(subscribers)

  def stop(): Unit =
    clients.forEach(_.close())
    server.stop(1.second)
end StreamSubscriberTck
