package eddy.remote

import eddy.actor.*

/** The messages of most tests. */
enum Counting derives Pickler:
  case Add(n: Int)
  case Get(to: ActorRef[Int])
  case Fail(text: String)
  case Stop

object Counting:
  /** An actor that adds. */
  def from(start: Int)(using Actor[Counting]): Behavior[Counting] = react:
    case Counting.Add(n) => from(start + n)
    case Counting.Get(to) =>
      to ! start
      from(start)
    case Counting.Fail(text) => throw IllegalStateException(text)
    case Counting.Stop => stop

/** Another node may start it. */
object Counter extends Spawnable[Int, Counting]("counter")(start => Counting.from(start))
