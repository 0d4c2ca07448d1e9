package eddy.bench.peers.threads

import eddy.bench.peers.{Done, Reports, Workload}

/** Selective receive behind messages that do not match: queues have none, so what does not match is kept aside. */
private[threads] final class Selective(unmatched: Int) extends Workload:
  private enum Talk:
    case Other(number: Int)
    case Ask(times: Long, asked: Reports)
    case Answer(number: Int)

  /** A mailbox, and in order what was received from it and matched nothing; that is looked at first. */
  private final class Selecting:
    val in = new Mailbox[Talk]
    private val kept = new java.util.ArrayDeque[Talk]

    def receive[A](reaction: PartialFunction[Talk, A]): A =
      val waiting = kept.iterator
      var found: Option[A] = None
      while found.isEmpty && waiting.hasNext do
        found = reaction.lift(waiting.next)
        if found.isDefined then waiting.remove()
      while found.isEmpty do
        val next = in.take()
        found = reaction.lift(next)
        if found.isEmpty then kept.addLast(next)
      found.get
  end Selecting

  private val own = new Selecting
  private val questions = new Mailbox[Mailbox[Talk]]
  for i <- 1 to unmatched do own.in.put(Talk.Other(i))
  forever(questions.take().put(Talk.Answer(1)))
  forever:
    own.receive:
      case Talk.Ask(times, asked) =>
        var sum = 0L
        for _ <- 1L to times do
          questions.put(own.in)
          sum += own.receive { case Talk.Answer(number) => number }
        asked.report(sum)

  def go(n: Long): Done = timed:
    val asked = Reports(1)
    own.in.put(Talk.Ask(n, asked))
    asked.await()
end Selective
