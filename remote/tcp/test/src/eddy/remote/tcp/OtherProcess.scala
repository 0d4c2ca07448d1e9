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

  final case class Settings(silence: FiniteDuration, resume: FiniteDuration):
    def of(config: NodeConfig): NodeConfig =
      config.copy(silenceTimeout = silence, resumeTimeout = resume)
    def text: String = s"${silence.toMillis},${resume.toMillis}"

  def main(args: Array[String]): Unit =
    val settings = args(1) match
      case s"$silence,$resume" => Settings(silence.toLong.millis, resume.toLong.millis)
    given ActorSystem = new ActorSystem(Engine.start(EngineConfig(name = "there", workers = 1)))
    val node = Node.start(settings.of(NodeConfig("there", Tcp(port = args(0).toInt))))
    node.register(
      "worker",
      Arrival.start[Work](one =>
        loop(using one)(react(using one):
          case Work.Echo(n, to) =>
            to ! n
            done
          case Work.Add(_) => done)
      )
    )
    println(s"node at ${node.addresses.head}")
    new java.util.concurrent.CountDownLatch(1).await()
end OtherProcess
