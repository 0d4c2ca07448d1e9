package eddy.bench.node

import eddy.actor.*
import eddy.bench.peers.{Done, Reports, Trips, Workload}
import eddy.remote.{Pickler, Spawnable}

/** Sends back what it gets. */
private[node] object Echo extends Spawnable[Unit, Ball]("echo")(_ => Ball.returning)

/** @param count whatever the sender wants back */
private[node] final case class Ball(count: Long, payload: Array[Byte], from: ActorRef[Returned])
    derives Pickler

private[node] object Ball:
  def returning(using Actor[Ball]): Behavior[Ball] = react:
    case Ball(count, payload, from) =>
      from ! Returned(count, payload)
      returning

private[node] final case class Returned(count: Long, payload: Array[Byte]) derives Pickler

/** Round trips of one pair of actors, each of which is timed. */
private[node] final class Latency(nodes: Nodes, bytes: Int) extends Workload:
  private val echo = nodes.spawn(Echo, ())
  private val payload = new Array[Byte](bytes)

  def go(n: Long): Done =
    val trips = Trips(n.toInt)
    val over = Reports(1)
    val began = System.nanoTime
    nodes.start[Returned](playing(n, 0, trips, over)): Unit
    val answer = over.await()
    Done(System.nanoTime - began, answer, Seq("p50" -> trips.quantile(0.5), "p99" -> trips.quantile(0.99)))

  private def playing(left: Long, sum: Long, trips: Trips, over: Reports)(using
      Actor[Returned]
  ): Behavior[Returned] =
    if left == 0 then
      over.report(sum)
      done
    else
      val sent = System.nanoTime
      echo ! Ball(left, payload, self)
      react:
        case Returned(_, back) =>
          trips.add(System.nanoTime - sent)
          playing(left - 1, sum + back.length, trips, over)

  override def close(): Unit = nodes.close()
end Latency
