package eddy.bench.abuse

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.LongAdder
import scala.jdk.CollectionConverters.*

/** What the clients of one attack did and what came back. Any thread. */
private[bench] final class Tally:
  private val sentSoFar = LongAdder()
  private val cutSoFar = LongAdder()
  private val byAnswer = ConcurrentHashMap[String, LongAdder]()

  /** A request, a message or a connection. */
  def sent(count: Int = 1): Unit = sentSoFar.add(count)

  /** @param answer a status code, the code of a close frame, or the word of a refusal */
  def answered(answer: String): Unit = byAnswer.computeIfAbsent(answer, _ => LongAdder()).nn.increment()

  /** The server closed or reset a connection that the client had not finished with. */
  def cut(): Unit = cutSoFar.increment()

  def requests: Long = sentSoFar.sum

  def connectionsCut: Long = cutSoFar.sum

  /** How often each answer came, by its name. */
  def answers: Seq[(String, Long)] = byAnswer.asScala.toSeq.map((name, n) => name -> n.sum).sortBy(_(0))
end Tally
