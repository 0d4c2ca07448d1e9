package eddy.bench.node

import eddy.actor.*
import eddy.bench.peers.{Done, Reports, Workload}
import eddy.remote.{Pickler, Spawnable}

/** Counts what it gets. */
private[node] object Sink extends Spawnable[Unit, Item]("sink")(_ => Item.counting(0))

private[node] enum Item derives Pickler:
  case Data(payload: Array[Byte])

  /** The last of a batch. */
  case Mark(payload: Array[Byte], to: ActorRef[Acknowledged])

private[node] object Item:
  def counting(bytes: Long)(using Actor[Item]): Behavior[Item] = react:
    case Item.Data(payload) => counting(bytes + payload.length)
    case Item.Mark(payload, to) =>
      to ! Acknowledged(bytes + payload.length)
      counting(0)

/** @param bytes that have arrived since the last one */
private[node] final case class Acknowledged(bytes: Long) derives Pickler

/** Messages in one direction; a sender is two batches ahead of its receiver at most. */
private[node] final class Oneway(nodes: Nodes, senders: Int, bytes: Int, batch: Int) extends Workload:
  private val sinks = Vector.fill(senders)(nodes.spawn(Sink, ()))
  private val payload = new Array[Byte](bytes)

  def go(n: Long): Done =
    val sent = Reports(senders)
    val began = System.nanoTime
    for sink <- sinks do nodes.start[Acknowledged](sending(sink, n / senders, 0, 0, sent)): Unit
    val answer = sent.await()
    Done(System.nanoTime - began, answer)

  private def sending(sink: ActorRef[Item], left: Long, ahead: Int, arrived: Long, sent: Reports)(using
      Actor[Acknowledged]
  ): Behavior[Acknowledged] =
    if ahead < 2 && left > 0 then
      val count = math.min(batch, left)
      for _ <- 1L until count do sink ! Item.Data(payload)
      sink ! Item.Mark(payload, self)
      sending(sink, left - count, ahead + 1, arrived, sent)
    else if ahead == 0 then
      sent.report(arrived)
      done
    else
      react:
        case Acknowledged(more) => sending(sink, left, ahead - 1, arrived + more, sent)

  override def close(): Unit = nodes.close()
end Oneway
