package eddy.bench.web.load

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.{DurationInt, FiniteDuration}

import org.HdrHistogram.Histogram

/** Clients that wait for so long after each answer before they ask again, as people do: the fewer wait, the more is asked. All begin
  * at moments of their own. Every answer is checked.
  *
  * @param next gives its next request; called on the client's thread
  */
private[bench] final class PatientLoop(
    client: WebClient,
    port: Int,
    clients: Int,
    pause: FiniteDuration,
    next: () => Ask
):
  private val watch = new LoadWatch
  private val standing = new CountDownLatch(clients)
  // the rest is the client's thread's
  private var answers = 0L
  private var refused = 0L
  private var stopped = false
  private val latencies = new Histogram(600_000_000_000L, 3)

  /** Of answers while it was measured, in nanoseconds from when each was asked. To be looked at afterwards. */
  def latency: Histogram = latencies

  /** @return answers in that time, and how many were refused, from the start on
    * @throws LoadFailure for a wrong answer, or a connection that broke
    */
  def run(warm: FiniteDuration, measured: FiniteDuration)(around: => Unit): (taken: Answers, refused: Long) =
    val wires = Vector.tabulate(clients)(new Asking(_))
    try
      wires.foreach(client.connect(port, _)(watch.broken))
      watch.await(standing, 1.minute)("did not take all connections")
      var begun = false
      val taken = watch.measure(warm, measured, "answer") {
        if !begun then client.ask(latencies.reset())
        begun = true
        around
      }(client.ask(Vector(answers)))
      (taken, client.ask(refused))
    finally
      client.ask:
        stopped = true
        wires.foreach(_.close())
  end run

  private final class Asking(number: Int) extends Wire:
    private var waiting: Ask | Null = null
    private var askedAt = 0L

    protected def opened(): Unit =
      standing.countDown()
      client.schedule(pause * number / clients)(() => ask())

    protected def answered(answer: AnswerReader): Unit =
      val asked = waiting
      waiting = null
      if asked == null then watch.broken("an answer that nobody asked for")
      else if answer.status == 503 then
        refused += 1
        client.schedule(pause)(() => ask())
      else if asked.isRight(answer) then
        latencies.recordValue(System.nanoTime - askedAt)
        answers += 1
        client.schedule(pause)(() => ask())
      else watch.tell(LoadFailure.wrongAnswer(asked, answer.status, answer.bodyText))

    protected def ended(why: Option[String]): Unit =
      if !stopped then watch.broken(why.getOrElse("the server closed a connection"))

    private def ask(): Unit =
      if !stopped then
        val ask = next()
        waiting = ask
        askedAt = System.nanoTime
        send(ask)
        flush()
  end Asking
end PatientLoop
