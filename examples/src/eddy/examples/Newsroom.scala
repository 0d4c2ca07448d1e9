package eddy.examples

import eddy.actor.*

/** An event bus: whoever publishes does not know who listens. `*` stands for one segment of a channel, `**` for the rest.
  */
object Newsroom:
  val bus = EventBus[String]()

  /** An actor that hands each headline on, with its own name. */
  def reader(name: String)(read: String => Unit): ActorRef[String] = actor[String]:
    def reading: Behavior[String] = react:
      case headline => read(s"$name reads: $headline"); reading
    reading

  def main(args: Array[String]): Unit =
    bus.subscribe(reader("Ada")(println), "/news/science")
    bus.subscribePattern(reader("Grace")(println), "/news/*")
    println(s"${bus.publish("/news/science", "Comet seen")} readers told")
    println(s"${bus.publish("/news/sport", "Match drawn")} readers told")
