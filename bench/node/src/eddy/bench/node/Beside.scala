package eddy.bench.node

import eddy.actor.*
import eddy.bench.peers.{Done, Paced, Workload}

import java.util.concurrent.atomic.AtomicBoolean

/** Small questions at a steady rate, half of them beside large messages. */
private[node] final class Beside(nodes: Nodes, bytes: Int) extends Workload:
  private val echo = nodes.spawn(Echo, ())
  private val sink = nodes.spawn(Sink, ())
  private val nothing = new Array[Byte](0)
  private val large = new Array[Byte](bytes)

  def go(n: Long): Done =
    val paced = Paced(n)
    val asker = nodes.start[Returned](listening(paced))
    val free = AtomicBoolean(true)
    val receiver = nodes.start[Acknowledged](loop(react { case Acknowledged(_) =>
      free.set(true)
      done
    }))
    val figures = paced.run(
      sent => echo ! Ball(sent, nothing, asker),
      () => if free.compareAndSet(true, false) then sink ! Item.Mark(large, receiver)
    )
    receiver.kill()
    figures

  private def listening(paced: Paced)(using Actor[Returned]): Behavior[Returned] = react:
    case Returned(sent, _) => if paced.returned(sent) then done else listening(paced)

  override def close(): Unit = nodes.close()
end Beside
