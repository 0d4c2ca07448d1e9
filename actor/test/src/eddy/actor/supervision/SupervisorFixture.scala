package eddy.actor
package supervision

import scala.concurrent.duration.DurationInt

/** Children that say what becomes of them. */
abstract class SupervisorFixture extends ActorFixture:
  /** Says its name when it starts; fails on "fail", ends on "end", says what else it gets. */
  def talker(
      name: String,
      said: Probe[String],
      options: ChildOptions[Any] = ChildOptions(startTimeout = 1.hour, shutdownTimeout = 1.hour)
  ): Child[String] =
    Child[String](name, options):
      said.ref ! s"$name starts"
      loop:
        react:
          case "fail" => throw IllegalStateException(s"$name failed")
          case "end" => stop
          case other =>
            said.ref ! s"$name got $other"
            done

  val patient = Supervision(intensity = Intensity(1000, 1.hour))
end SupervisorFixture
