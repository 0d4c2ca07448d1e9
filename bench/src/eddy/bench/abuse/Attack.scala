package eddy.bench.abuse

import java.io.IOException
import java.util.concurrent.{CountDownLatch, TimeUnit}

/** Something that clients do to a server, each on its own or many together, that must not cost others theirs.
  *
  * @param what for the table
  * @param clients that do it at the same time
  */
private[bench] abstract class Attack(val name: String, val what: String, val clients: Int):
  /** What one client does, again and again until the attack is over; each time with new connections.
    *
    * @throws java.io.IOException
    *   as connections throw it; the client begins again
    */
  def act(client: Client): Unit

/** One client of an attack; its own thread. */
private[bench] final class Client(
    val number: Int,
    target: Target,
    val tally: Tally,
    over: CountDownLatch
):
  private var opened = List.empty[Connection]

  def isOver: Boolean = over.getCount == 0

  /** A connection that ends with this turn. */
  def open(network: Int = number): Connection =
    val connection = Connection(target.connect(network), target.host)
    opened ::= connection
    connection

  /** Keeps the connections open and reads nothing, until the attack is over or so long. */
  def hold(seconds: Int = Int.MaxValue): Unit =
    over.await(seconds, TimeUnit.SECONDS): Unit

  def pause(millis: Int): Unit = over.await(millis, TimeUnit.MILLISECONDS): Unit

  /** Counts an answer, and closes what a client closes that was refused. */
  def heard(status: Int): Unit = tally.answered(status.toString)

  /** Does it until it is over. */
  def work(attack: Attack): Unit =
    while !isOver do
      try attack.act(this)
      catch
        case _: IOException =>
          if !isOver then
            tally.cut()
            // a client that is cut off comes back, but not in a busy loop that takes the machine from the
            // server
            pause(Client.BackAfterMillis)
        // it is over
        case _: InterruptedException => ()
      finally end()

  /** Closes what is open. */
  def end(): Unit =
    opened.foreach(_.close())
    opened = Nil
end Client

private[bench] object Client:
  private final val BackAfterMillis = 100
