package eddy.examples

import eddy.actor.*
import eddy.remote.*
import eddy.remote.tcp.Tcp

import scala.concurrent.Await
import scala.concurrent.duration.DurationInt
import scala.io.StdIn

/** A chat between terminals, each of which is a node. In the first one `NodeChat ann 7801`, in the second one
  * `NodeChat bob 7802 7801`: a port to listen at, and the ports of others.
  */
object NodeChat:
  final case class Line(from: String, text: String) derives Pickler

  def main(args: Array[String]): Unit = args.toList match
    case name :: port :: others =>
      val chat = NodeChat(name, port.toInt, others.map(other => s"127.0.0.1:$other"))(println)
      Iterator.continually(StdIn.readLine()).takeWhile(_ != null).foreach(chat.say)
      chat.leave()
      sys.exit()
    case _ => println("give a name and a port, and then the ports of others: ann 7801, then bob 7802 7801")
end NodeChat

final class NodeChat(name: String, port: Int, others: Seq[String])(show: String => Unit):
  import NodeChat.Line

  private val node = Node.start(NodeConfig(name, Tcp(port), seeds = others))
  private val room = node.group[Line]("room")

  private val reader = actor[Line]:
    loop(react {
      case Line(from, text) =>
        if from != name then show(s"$from: $text")
        done
    })

  actor[NodeEvent]:
    watchNodes(node)(identity)
    loop(react {
      case NodeEvent.Up(peer) =>
        show(s"${peer.name} is here")
        done
      case NodeEvent.Down(peer, NodeLoss.Left) =>
        show(s"${peer.name} has left")
        done
      case NodeEvent.Down(peer, reason) =>
        show(s"${peer.name} is gone: $reason")
        done
    })

  room.join(reader)
  node.register("reader", reader)
  show(s"$name is at port $port; say something, or @bob something to bob alone; Ctrl-D leaves")

  /** To all, or to one: `@bob hello`. */
  def say(text: String): Unit = text match
    case s"@$to $secret" =>
      try node.peer(to).named[Line]("reader") ! Line(name, secret)
      catch case unknown: NoSuchElementException => show(unknown.getMessage)
    case _ => room.broadcast(Line(name, text))

  def leave(): Unit = Await.result(node.stop(), 10.seconds)
end NodeChat
