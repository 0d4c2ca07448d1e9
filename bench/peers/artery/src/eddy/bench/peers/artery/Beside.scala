package eddy.bench.peers.artery

import eddy.bench.peers.artery.Wire.{Acknowledged, Ball, Mark}
import eddy.bench.peers.{Done, Paced, Workload}

import java.util.concurrent.atomic.AtomicBoolean

import org.apache.pekko.actor.{Actor, Props}

private[artery] final class Beside(systems: Systems, bytes: Int) extends Workload:
  private val echo = systems.remote("echo", 1).head
  private val sink = systems.remote("large", 1).head
  private val nothing = new Array[Byte](0)
  private val large = new Array[Byte](bytes)

  def go(n: Long): Done =
    val paced = Paced(n)
    val free = AtomicBoolean(true)
    val asker = systems.start(Props(Asker(paced, free)))
    paced.run(
      sent => echo.tell(Ball(sent, nothing), asker),
      () => if free.compareAndSet(true, false) then sink.tell(Mark(large), asker)
    )

  private final class Asker(paced: Paced, free: AtomicBoolean) extends Actor:
    def receive: Receive =
      case Ball(sent, _) => paced.returned(sent): Unit
      case Acknowledged(_) => free.set(true)

  override def close(): Unit = systems.close()
end Beside
