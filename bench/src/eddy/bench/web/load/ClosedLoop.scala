package eddy.bench.web.load

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** What came back while it was measured.
  *
  * @param answers by kind
  */
private[bench] final case class Answers(answers: Vector[Long], seconds: Double):
  def perSecond: Double = answers.sum / seconds
  def perSecond(kind: Int): Double = answers(kind) / seconds

/** Connections that ask again as soon as they are answered. Every answer is checked.
  *
  * @param pipelined requests that each has under way
  * @param next gives connection i its next request; called on the client's thread
  */
private[bench] final class ClosedLoop(
    client: WebClient,
    port: Int,
    connections: Int,
    pipelined: Int,
    next: Int => Ask
):
  private val watch = new LoadWatch
  private val standing = new CountDownLatch(connections)
  // the rest is the client's thread's
  private val counts = new Array[Long](ClosedLoop.kinds)
  private var stopped = false

  /** Measures for so long, and until there is an answer, after `warm` at the same load. `around` is called when it begins to
    * measure, and at the end.
    *
    * @throws LoadFailure for a wrong answer, or a connection that broke
    */
  def run(warm: FiniteDuration, measured: FiniteDuration)(around: => Unit): Answers =
    val wires = Vector.tabulate(connections)(new Asking(_))
    try
      wires.foreach(client.connect(port, _)(watch.broken))
      watch.await(standing, 1.minute)("did not take all connections")
      watch.measure(warm, measured, "answer")(around)(client.ask(counts.toVector))
    finally
      client.ask:
        stopped = true
        wires.foreach(_.close())
  end run

  private final class Asking(number: Int) extends Wire:
    private val waiting = new java.util.ArrayDeque[Ask](pipelined)

    protected def opened(): Unit =
      standing.countDown()
      for _ <- 1 to pipelined do another()
      flush()

    protected def answered(answer: AnswerReader): Unit =
      val ask = waiting.poll()
      if ask == null then watch.broken("an answer that nobody asked for")
      else if ask.isRight(answer) then
        counts(ask.kind) += 1
        another()
      else watch.tell(LoadFailure.wrongAnswer(ask, answer.status, answer.bodyText))

    protected def ended(why: Option[String]): Unit =
      if !stopped then watch.broken(why.getOrElse("the server closed a connection"))

    private def another(): Unit =
      if !stopped then
        val ask = next(number)
        waiting.add(ask)
        send(ask)
  end Asking
end ClosedLoop

private[load] object ClosedLoop:
  private val kinds = 4
