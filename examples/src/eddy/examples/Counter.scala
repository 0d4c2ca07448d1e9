package eddy.examples

import eddy.actor.*

import scala.concurrent.Await
import scala.concurrent.duration.*

/** State by recursion: no `var` and no lock. The actor handles one message at a time, and the next behavior is made
  * with the new count.
  */
object Counter:
  enum Message:
    case Add(amount: Int)
    case Get(replyTo: ActorRef[Int])

  def start(): ActorRef[Message] = actor[Message]:
    def counting(count: Int): Behavior[Message] = react:
      case Message.Add(amount) => counting(count + amount)
      case Message.Get(replyTo) => replyTo ! count; counting(count)
    counting(0)

  def main(args: Array[String]): Unit =
    val counter = start()
    for amount <- 1 to 100 do counter ! Message.Add(amount)
    println(Await.result(counter.ask[Int](1.second)(Message.Get(_)), 2.seconds))
end Counter
