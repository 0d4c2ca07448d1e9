package eddy.actor

import scala.annotation.tailrec
import scala.util.Random

/** What one actor of a random program does. Actors are numbered; a reason of 0 is a normal one. */
enum Step(val who: Int):
  case Link(by: Int, other: Int) extends Step(by)
  case Unlink(by: Int, other: Int) extends Step(by)
  case Watch(by: Int, other: Int) extends Step(by)
  case Trap(by: Int, on: Boolean) extends Step(by)
  case Send(by: Int, other: Int) extends Step(by)
  case AskToEnd(by: Int, other: Int, reason: Int) extends Step(by)
  case Kill(by: Int, other: Int) extends Step(by)
  case Fail(by: Int, reason: Int) extends Step(by)
  case End(by: Int, reason: Int) extends Step(by)
  case SpawnLinked(by: Int, child: Int) extends Step(by)
end Step

/** @param supervised how many of the first actors a supervisor starts again
  * @param steps one after another, each when all that the one before led to is over
  * @param burst all at once, at the end
  */
final case class RandomProgram(supervised: Int, actors: Int, steps: Vector[Step], burst: Vector[Step]):
  /** Every actor's number that can occur. */
  def numbers: Range = 0 until actors + (steps ++ burst).collect { case Step.SpawnLinked(_, _) => () }.size

  /** The programs without one step, for each step. Actors to be spawned keep their numbers. */
  def smaller: Iterator[RandomProgram] =
    def without(all: Vector[Step]) = all.indices.iterator
      .filter(i => !all(i).isInstanceOf[Step.SpawnLinked])
      .map(i => all.patch(i, Nil, 1))
    without(burst).map(b => copy(burst = b)) ++ without(steps).map(s => copy(steps = s))

  /** Fails with the smallest program found for which something is wrong, if it is for this one.
    *
    * @param title of this program, such as its seed
    * @param wrong describes the first error of a program
    */
  def check(title: String)(wrong: RandomProgram => Option[String]): Unit =
    @tailrec
    def shrunk(program: RandomProgram, what: String): (RandomProgram, String) =
      program.smaller.flatMap(p => wrong(p).map(p -> _)).nextOption() match
        case Some((smaller, why)) => shrunk(smaller, why)
        case None => (program, what)
    wrong(this).foreach: what =>
      val (small, why) = shrunk(this, what)
      throw AssertionError(
        s"$title: $why\n${small.supervised} supervised of ${small.actors}, ${small.steps.mkString(", ")}" +
          s"\nat once: ${small.burst.mkString(", ")}\nat first: $what"
      )
end RandomProgram

object RandomProgram:
  def apply(seed: Long, length: Int, burst: Int): RandomProgram =
    val random = new Random(seed)
    val supervised = random.nextInt(3)
    val actors = supervised + 2 + random.nextInt(8)
    var next = actors
    def any(): Int = random.nextInt(next)
    def reason(): Int = if random.nextInt(4) == 0 then 0 else 1 + random.nextInt(1000)
    def step(): Step = random.nextInt(100) match
      case n if n < 32 => Step.Link(any(), any())
      case n if n < 42 => Step.Unlink(any(), any())
      case n if n < 54 => Step.Watch(any(), any())
      case n if n < 62 => Step.Trap(any(), random.nextInt(3) != 0)
      case n if n < 76 => Step.Send(any(), any())
      case n if n < 82 => Step.AskToEnd(any(), any(), reason())
      case n if n < 85 => Step.Kill(any(), any())
      case n if n < 89 => Step.Fail(any(), 1 + random.nextInt(1000))
      case n if n < 92 => Step.End(any(), reason())
      case _ =>
        val by = any()
        next += 1
        Step.SpawnLinked(by, next - 1)
    val steps = Vector.fill(length)(step())
    new RandomProgram(supervised, actors, steps, Vector.fill(burst)(step()))
  end apply
end RandomProgram
