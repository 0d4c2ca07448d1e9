package eddy.examples

import eddy.actor.*

import java.util.concurrent.CountDownLatch

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
    val unread = CountDownLatch(3)
    def show(line: String): Unit =
      println(line)
      unread.countDown()
    bus.subscribe(reader("Ada")(show), "/news/science")
    bus.subscribePattern(reader("Grace")(show), "/news/*")
    println(s"${bus.publish("/news/science", "Comet seen")} readers are told")
    println(s"${bus.publish("/news/sport", "Match drawn")} reader is told")
    unread.await()
end Newsroom
