package eddy.bench.actors

import eddy.bench.actors.Reply.Done
import eddy.bench.contest.{Children, Fault}

import java.io.IOException
import java.nio.file.Path

/** One contender at one configuration, from the start of its process to its last sample. After a fault nothing happens
  * any more. Used by one thread.
  */
private[actors] final class Trial(
    val contender: Contender,
    configuration: Configuration,
    rounds: Rounds,
    children: Children,
    folder: Path
) extends AutoCloseable:
  private var process: Option[ContenderProcess] = None
  private var operations = configuration.step.getOrElse(1L)
  private var warmNanos = 0L
  private var taken = Vector.empty[Done]
  private var trouble: Option[Fault] = None

  def samples: Vector[Done] = taken
  def fault: Option[Fault] = trouble

  /** Starts the program and finds how many operations take long enough to be timed. */
  def begin(): Unit =
    try
      val log = folder.resolve(s"${contender.name}-${configuration.fileName}.log")
      process = Some(ContenderProcess.start(contender.command(configuration), children, log))
      if configuration.step.isDefined then calibrate()
    catch case e: IOException => trouble = Some(Fault.Broken(s"did not start: ${e.getMessage}"))

  def warm(): Unit =
    if warmNanos < rounds.warmFor.toNanos then
      val began = System.nanoTime
      for done <- round().lastOption if configuration.step.isDefined && done.nanos < goal * 2 / 3 do
        // Compiled code is faster than what was calibrated.
        operations = inSteps(operations.toDouble * goal / done.nanos)
      warmNanos += System.nanoTime - began

  /** Of work that is done once for a go and soon over, the sample is the median of as many as fill the time. */
  def sample(): Unit =
    val dones = round().sortBy(_.nanos)
    if trouble.isEmpty then taken = taken :+ dones(dones.size / 2)

  override def close(): Unit =
    process.foreach(_.close())
    process = None

  private def goal = rounds.goAtLeast.toNanos

  private def calibrate(): Unit =
    var done = twice()
    while done.exists(_.nanos < goal) && operations < Trial.mostOperations do
      operations *= (if done.exists(_.nanos < goal / 8) then 8 else 2)
      done = twice()

  /** What took long only once was held up by something else. */
  private def twice(): Option[Done] = go().flatMap(done => if done.nanos < goal then Some(done) else go())

  private def round(): Seq[Done] =
    if configuration.step.isDefined then go().toSeq
    else
      val until = System.nanoTime + goal
      val dones = Vector.newBuilder[Done]
      dones ++= go()
      while trouble.isEmpty && System.nanoTime < until do dones ++= go()
      dones.result()

  private def inSteps(wanted: Double): Long =
    val step = configuration.step.getOrElse(1L)
    (math.min(wanted, Trial.mostOperations.toDouble) / step).ceil.toLong * step

  private def go(): Option[Done] =
    if trouble.isDefined then None
    else
      process.flatMap: p =>
        val outcome = p.go(operations, configuration.goWithin).flatMap(checked)
        trouble = outcome.left.toOption
        if trouble.isDefined then
          taken = Vector.empty
          close()
        outcome.toOption

  private def checked(done: Done): Either[Fault, Done] =
    val right = configuration.answer(done.n)
    if done.answer == right then Right(done)
    else Left(Fault.Wrong(s"WRONG ANSWER ${done.answer} for go ${done.n}, which must give $right"))
end Trial

private[actors] object Trial:
  /** Against a contender that claims to need no time. */
  private val mostOperations = 1L << 40
