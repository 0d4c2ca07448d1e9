package eddy.bench.node

import eddy.actor.*
import eddy.bench.peers.{Done, Memory, Reports, Workload}
import eddy.remote.{Node, NodeConfig, Pickler, Spawnable}
import eddy.runtime.Engine

import java.lang.ref.Reference
import java.util.ArrayDeque
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, Future}

import io.netty.buffer.{ByteBufAllocator, ByteBufAllocatorMetricProvider}

/** Answers all questions at once, when told. Weighs the heap of its process. */
private[node] object Procrastinator extends Spawnable[Unit, Later]("procrastinator")(_ =>
      val waiting = new ArrayDeque[ActorRef[Int]]
      loop(react {
        case Later.Ask(to) =>
          waiting.add(to): Unit
          done
        case Later.Weigh(to) =>
          to ! Memory.heapAfterFullGc()
          done
        case Later.Answer =>
          waiting.forEach(_ ! 1)
          waiting.clear()
          done
      })
    )

private[node] enum Later derives Pickler:
  case Ask(to: ActorRef[Int])
  case Weigh(to: ActorRef[Long])
  case Answer

/** Starts so many nodes that dial the address, with what they need for that. They stop when told. */
private[node] object Neighbours
    extends Spawnable[(Int, Connecting), Leave]("neighbours")((count, by) =>
      given ActorSystem = ActorSystem(Engine.default)
      val connections = Connections.of(by.connections)
      val all = Engine.blocking:
        Vector.tabulate(count): i =>
          val name = s"${by.name}-$i"
          val node = Node.start(NodeConfig(name, connections.to(by.known), connectAll = false))
          Await.result(node.connect(by.address), 1.minute): Unit
          node
      by.ready ! count
      react:
        case Leave(to) =>
          Engine.blocking(all.foreach(node => Await.result(node.stop(), 1.minute)))
          to ! count
          done
    )

private[node] final case class Connecting(
    name: String,
    connections: String,
    address: String,
    known: List[String],
    ready: ActorRef[Int]
) derives Pickler

private[node] final case class Leave(to: ActorRef[Int]) derives Pickler

/** Memory of what waits: addresses of actors of the other node and idle sessions in this process, questions
  * in both.
  */
private[node] final class Footprint(nodes: Nodes, count: Int, sessions: Int) extends Workload:
  private val procrastinator = nodes.spawn(Procrastinator, ())
  private var rounds = 0

  def go(n: Long): Done =
    val began = System.nanoTime
    val addresses = weighAddresses()
    val (questions, answers) = weighQuestions()
    val (connected, joined) = weighSessions()
    Done(
      System.nanoTime - began,
      answers + joined,
      Seq("address" -> addresses, "question" -> questions, "session" -> connected)
    )

  /** Bytes of so many. */
  private def weighAddresses(): Long =
    val all = new Array[ActorRef[Unit]](count)
    val before = Memory.heapAfterFullGc()
    val crowd = received[Watching, ActorRef[End]](to => nodes.spawn(Crowd, (count, to))):
      case Watching.Started(started) => started.copyToArray(all): Unit
      case Watching.Down => ()
    val bytes = Memory.heapAfterFullGc() - before
    // until here they are in use
    Reference.reachabilityFence(all)
    awaitEnd(all.last)(crowd ! End())
    bytes

  /** Returns when the actor has terminated. */
  private def awaitEnd(of: ActorRef[Unit])(end: => Unit): Unit =
    val (ready, over) = (Reports(1), Reports(1))
    val _ = nodes.start[ExitReason]:
      val _ = monitor(of)(identity)
      ready.report(1)
      react:
        case _ =>
          over.report(1)
          done
    val _ = ready.await()
    end
    val _ = over.await()

  /** Bytes of so many, and how many were answered. */
  private def weighQuestions(): (Long, Long) =
    val all = new Array[Future[Int]](count)
    val before = weighed()
    for i <- 0 until count do all(i) = procrastinator.ask[Int](5.minutes)(Later.Ask(_))
    val bytes = weighed() - before
    procrastinator ! Later.Answer
    (bytes, all.map(Await.result(_, 1.minute).toLong).sum)

  /** Heap of both processes, when all earlier messages have arrived. */
  private def weighed(): Long =
    Await.result(procrastinator.ask[Long](1.minute)(Later.Weigh(_)), 1.minute) + Memory.heapAfterFullGc()

  /** Bytes of so many, and how many there were. */
  private def weighSessions(): (Long, Long) =
    val before = Memory.heapAfterFullGc() + buffers
    rounds += 1
    var joined = 0
    def by(ready: ActorRef[Int]) =
      Connecting(s"round-$rounds", nodes.connections.name, nodes.node.addresses.head, nodes.known, ready)
    val started = received[Int, ActorRef[Leave]](to => nodes.spawn(Neighbours, (sessions, by(to)))): count =>
      joined = count
    val bytes = Memory.heapAfterFullGc() + buffers - before
    val left = Await.result(started.ask[Int](1.minute)(Leave(_)), 1.minute)
    (bytes, math.min(joined, left))

  /** What `start` returns, after an actor whose address it gets has received a message. */
  private def received[M, A](start: ActorRef[M] => A)(act: M => Unit): A =
    val over = Reports(1)
    val started = start(nodes.start[M](react { case message =>
      act(message)
      over.report(1)
      done
    }))
    val _ = over.await()
    started

  private def buffers: Long = ByteBufAllocator.DEFAULT match
    case known: ByteBufAllocatorMetricProvider => known.metric.nn.usedDirectMemory
    case _ => 0

  override def close(): Unit = nodes.close()
end Footprint
