package eddy.remote.tcp

import eddy.actor.*
import eddy.actor.spi.remote.Arrival
import eddy.remote.*
import eddy.runtime.{Engine, EngineConfig}

import scala.concurrent.duration.{DurationLong, FiniteDuration}

/** The program of the other process: a node at a port, with an actor `worker`. */
object OtherProcess:
  enum Work derives Pickler:
    /** Asks for the same number. */
    case Echo(n: Long, to: ActorRef[Long])

    /** Asks for no answer. */
    case Add(bytes: Array[Byte])

    /** Has no answer. */
    case Nothing(to: ActorRef[Long])

  /** @param host where the node listens */
  final case class Settings(silence: FiniteDuration, resume: FiniteDuration, host: String):
    def of(config: NodeConfig): NodeConfig =
      config.copy(silenceTimeout = silence, resumeTimeout = resume)
    def transport(port: Int): Tcp =
      if host == "127.0.0.1" then Tcp(port)
      else Tcp(port, host, secret = "a secret of this test", plaintext = true)
    def text: String = s"${silence.toMillis},${resume.toMillis},$host"

  def main(args: Array[String]): Unit =
    val settings = args(1) match
      case s"$silence,$resume,$host" => Settings(silence.toLong.millis, resume.toLong.millis, host)
    given ActorSystem = new ActorSystem(Engine.start(EngineConfig(name = "there", workers = 1)))
    val node = Node.start(settings.of(NodeConfig("there", settings.transport(args(0).toInt))))
    node.register(
      "worker",
      Arrival.start[Work](one =>
        loop(using one)(react(using one):
          case Work.Echo(n, to) =>
            to ! n
            done
          case Work.Add(_) | Work.Nothing(_) => done)
      )
    )
    println(s"node at ${node.addresses.head}")
    new java.util.concurrent.CountDownLatch(1).await()
end OtherProcess
