package eddy.bench.peers.threads

import eddy.bench.peers.{Done, Reports, Workload}

import java.util.concurrent.atomic.AtomicLong

/** Many senders, one receiver, which adds up what it gets. */
private[threads] final class Fanin(senders: Int) extends Workload:
  private val numbers = new Mailbox[java.lang.Integer]
  private val all = Vector.fill(senders):
    val starts = new Mailbox[java.lang.Integer]
    forever:
      val each = starts.take().intValue
      for i <- 1 to each do numbers.put(i)
    starts

  def go(n: Long): Done = timed:
    val each = (n / senders).toInt
    val sum = fork:
      var left = each.toLong * senders
      var sum = 0L
      while left > 0 do
        sum += numbers.take().intValue
        left -= 1
      sum
    all.foreach(_.put(each))
    sum.get()
end Fanin

/** One thread sends to many; the last to have got a round's message says so. */
private[threads] final class Broadcast(receivers: Int) extends Workload:
  /** @param last how many will have been received when the round is over */
  private final case class News(last: Long, over: Mailbox[News])

  private val received = new AtomicLong
  private val all = Vector.fill(receivers):
    val mailbox = new Mailbox[News]
    forever:
      val news = mailbox.take()
      if received.incrementAndGet == news.last then news.over.put(news)
    mailbox

  def go(n: Long): Done =
    val before = received.get
    val done = timed:
      val over = Reports(1)
      spawn:
        val rounds = new Mailbox[News]
        for _ <- 1L to n do
          val news = News(received.get + receivers, rounds)
          all.foreach(_.put(news))
          val _ = rounds.take()
        over.report(1)
      over.await()
    done.copy(answer = received.get - before)
end Broadcast
