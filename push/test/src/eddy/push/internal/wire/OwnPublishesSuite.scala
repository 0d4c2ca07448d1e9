package eddy.push.internal.wire

import eddy.push.*
import eddy.testing.Eventually

import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.{ExecutionContext, Future, Promise}

/** What a client asks for in one frame after it has published sees all that it has published. */
class OwnPublishesSuite extends PushFixture:
  @volatile private var mayPublish = Promise[Unit]()
  private val asked = AtomicInteger()

  /** All that the only client has said in the frame of its publications is begun. */
  private def awaitBegun(served: Served, publications: Int): Unit =
    Eventually.until("its publications are begun")(asked.get == publications)
    val begun = Promise[Unit]()
    served.session.later(() => begun.success(()): Unit)
    await(begun.future)

  /** The service gets all that is published later. */
  private final class LateMediator(inner: Mediator) extends Mediator:
    export inner.{close, forget, name, read, sharedHistory, start, state, subscribe, unsubscribe}
    def publish(channel: String, message: Message): Future[Published] =
      if channel == "tea" then
        asked.incrementAndGet(): Unit
        mayPublish.future.flatMap(_ => inner.publish(channel, message))(using ExecutionContext.parasitic)
      else inner.publish(channel, message)

  override def newMediator(): Mediator = LateMediator(MemoryMediator())

  test("history waits for the client's publications to that channel, and for nothing else"):
    pushing(): served =>
      mayPublish = Promise()
      asked.set(0)
      served.connect(): client =>
        client.enter()
        for channel <- Seq("tea", "milk") do
          client.ask(s"""{"id":2,"subscribe":{"channel":"$channel"}}"""): Unit
        client.say(
          """{"id":3,"publish":{"channel":"tea","data":1}}
            |{"id":4,"publish":{"channel":"tea","data":2}}
            |{"id":5,"history":{"channel":"tea","limit":10}}""".stripMargin
        )
        awaitBegun(served, 2)
        served.connect(): other =>
          other.enter()
          other.ask("""{"id":2,"subscribe":{"channel":"tea"}}"""): Unit
          assert(!clue(other.ask("""{"id":3,"history":{"channel":"tea","limit":10}}""")).contains("data"))
        mayPublish.success(())
        val answer = Iterator.continually(client.hear()).find(_.startsWith("{\"id\":5")).get
        for data <- Seq(1, 2) do assert(clue(answer).contains(s""""data":$data,"""))

  test("a publication that fails holds up no read"):
    pushing(): served =>
      mayPublish = Promise()
      asked.set(0)
      served.connect(): client =>
        client.enter()
        client.ask("""{"id":2,"subscribe":{"channel":"tea"}}"""): Unit
        client.say(
          """{"id":3,"publish":{"channel":"tea","data":1}}
            |{"id":5,"history":{"channel":"tea","limit":10}}""".stripMargin
        )
        awaitBegun(served, 1)
        mayPublish.failure(MediatorException("as the test wants"))
        assert(clue(client.hear()).startsWith("""{"id":3,"error":{"code":100"""))
        assert(clue(client.hear()).startsWith("""{"id":5,"history":{"""))
end OwnPublishesSuite
