package eddy.bench.web.load

import java.util.concurrent.{CompletableFuture, CountDownLatch, TimeUnit, TimeoutException}
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
  private val fault = new CompletableFuture[Unit]
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
      wires.foreach(client.connect(port, _)(broken))
      await(standing)
      waitFor(warm)
      around
      val (before, from) = client.ask((counts.toVector, System.nanoTime))
      waitFor(measured)
      val giveUp = System.nanoTime + ClosedLoop.silence.toNanos
      while client.ask(counts.sum) == before.sum do
        if System.nanoTime > giveUp then
          throw LoadFailure(s"gave no answer within ${ClosedLoop.silence}", wrong = false)
        waitFor(measured)
      val (after, until) = client.ask((counts.toVector, System.nanoTime))
      around
      Answers(after.zip(before).map(_ - _), (until - from) / 1e9)
    finally
      client.ask:
        stopped = true
        wires.foreach(_.close())
  end run

  private def await(latch: CountDownLatch): Unit =
    while !latch.await(10, TimeUnit.MILLISECONDS) do if fault.isDone then throwFault()

  private def waitFor(time: FiniteDuration): Unit =
    try
      val _ = fault.get(time.toNanos, TimeUnit.NANOSECONDS)
    catch
      case _: TimeoutException => () // nothing has gone wrong
      case _: java.util.concurrent.ExecutionException => throwFault()

  private def throwFault(): Nothing =
    fault.exceptionNow match
      case e: LoadFailure => throw e
      case other => throw LoadFailure(String.valueOf(other.getMessage), wrong = false)

  private def broken(why: String): Unit =
    val _ = fault.completeExceptionally(LoadFailure(why, wrong = false))

  private final class Asking(number: Int) extends Wire:
    private val waiting = new java.util.ArrayDeque[Ask](pipelined)

    protected def opened(): Unit =
      standing.countDown()
      for _ <- 1 to pipelined do another()
      flush()

    protected def answered(answer: AnswerReader): Unit =
      val ask = waiting.poll()
      if ask == null then broken("an answer that nobody asked for")
      else if answer.status == 200 && answer.bodyIs(ask.body) then
        counts(ask.kind) += 1
        another()
      else
        val _ = fault.completeExceptionally(LoadFailure.wrongAnswer(ask, answer.status, answer.bodyText))

    protected def ended(why: Option[String]): Unit =
      if !stopped then broken(why.getOrElse("the server closed a connection"))

    private def another(): Unit =
      if !stopped then
        val ask = next(number)
        waiting.add(ask)
        send(ask)
  end Asking
end ClosedLoop

private[load] object ClosedLoop:
  private val kinds = 4
  private val silence = 20.seconds
