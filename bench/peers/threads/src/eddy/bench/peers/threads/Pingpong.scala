package eddy.bench.peers.threads

import eddy.bench.peers.{Done, Reports, Workload}

/** Pairs of threads, each of which sends a counter to and fro. */
private[threads] final class Pingpong(pairs: Int) extends Workload:
  private final case class Serve(times: Long, running: Reports)

  private val servers = Vector.fill(pairs):
    val serves = new Mailbox[Serve]
    val there, back = new Mailbox[java.lang.Long]
    forever(back.put(there.take()))
    forever:
      val serve = serves.take()
      var count = 0L
      while count < serve.times do
        there.put(count + 1)
        count = back.take()
      serve.running.report(count)
    serves

  def go(n: Long): Done = timed:
    val running = Reports(pairs)
    servers.foreach(_.put(Serve(n / pairs, running)))
    running.await()
end Pingpong
