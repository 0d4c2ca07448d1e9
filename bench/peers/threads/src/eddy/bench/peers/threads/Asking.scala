package eddy.bench.peers.threads

import eddy.bench.peers.{Done, Reports, Workload}

import java.util.concurrent.ArrayBlockingQueue

/** Askers that ask a responder of their own, one question after the other, each with a queue for the reply. */
private[threads] final class Asking(outstanding: Int) extends Workload:
  private final case class Question(to: ArrayBlockingQueue[java.lang.Integer])
  private final case class Ask(times: Long, asked: Reports)

  private val askers = Vector.fill(outstanding):
    val questions = new Mailbox[Question]
    val asks = new Mailbox[Ask]
    forever(questions.take().to.put(1))
    forever:
      val ask = asks.take()
      // One reply at a time and for ever, so one queue serves for all.
      val reply = new ArrayBlockingQueue[java.lang.Integer](1)
      var sum = 0L
      var left = ask.times
      while left > 0 do
        questions.put(Question(reply))
        sum += reply.take()
        left -= 1
      ask.asked.report(sum)
    asks

  def go(n: Long): Done = timed:
    val asked = Reports(outstanding)
    askers.foreach(_.put(Ask(n / outstanding, asked)))
    asked.await()
end Asking
