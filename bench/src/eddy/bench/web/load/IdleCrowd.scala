package eddy.bench.web.load

import java.lang.management.ManagementFactory
import java.util.concurrent.{CountDownLatch, TimeUnit}

/** Connections that stay and do nothing. Used by one thread. */
private[bench] trait Crowd:
  /** Returns when so many more are there.
    *
    * @throws LoadFailure when one is not, within a minute
    */
  def gather(count: Int): Unit

  /** How many the server has not closed. */
  def standing: Int

  def leave(): Unit
end Crowd

/** Connections that ask once and then stay. Used by one thread. */
private[bench] final class IdleCrowd(client: WebClient, port: Int, ask: Ask) extends Crowd:
  private var wires = Vector.empty[Once]
  // the client's thread's
  private var open = 0

  /** Returns when all have been answered.
    *
    * @throws LoadFailure when one is not, within a minute, or wrong
    */
  def gather(count: Int): Unit =
    // few at a time: the queue of connections that wait to be accepted is short
    for part <- (0 until count).grouped(200) do
      val answered = new CountDownLatch(part.size)
      val begun = part.map: i =>
        val wire = new Once(answered)
        // each address has some 28,000 ports
        client.connect(port, wire, 1 + i / 20_000)(wire.fail)
        wire
      wires = wires ++ begun
      if !answered.await(60, TimeUnit.SECONDS) then
        throw LoadFailure("did not answer all of many connections within 60 s", wrong = false)
      begun.flatMap(_.failure).headOption.foreach(e => throw e)

  /** How many the server has not closed. */
  def standing: Int = client.ask(open)

  def leave(): Unit =
    client.ask(wires.foreach(_.close()))
    wires = Vector.empty

  private final class Once(answered: CountDownLatch) extends Wire:
    // written by the client's thread before the latch is counted down
    @volatile var failure: Option[LoadFailure] = None
    private var isOpen = false
    private var done = false

    protected def opened(): Unit =
      isOpen = true
      open += 1
      send(ask)
      flush()

    protected def answered(answer: AnswerReader): Unit =
      if answer.status != 200 || !answer.bodyIs(ask.body) then
        failure = Some(LoadFailure.wrongAnswer(ask, answer.status, answer.bodyText))
      finish()

    protected def ended(why: Option[String]): Unit =
      if isOpen then open -= 1
      isOpen = false
      fail(why.getOrElse("closed a connection before it answered"))

    def fail(why: String): Unit =
      if !done then
        failure = Some(LoadFailure(why, wrong = false))
        finish()

    private def finish(): Unit =
      if !done then
        done = true
        answered.countDown()
  end Once
end IdleCrowd

private[bench] object IdleCrowd:
  /** As many as this process may have, with some files to spare. */
  def most: Int = ManagementFactory.getOperatingSystemMXBean match
    case unix: com.sun.management.UnixOperatingSystemMXBean =>
      math.min(1_000_000, unix.getMaxFileDescriptorCount - unix.getOpenFileDescriptorCount - 500).toInt
    case _ => 1000
