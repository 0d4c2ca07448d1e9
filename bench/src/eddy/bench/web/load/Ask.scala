package eddy.bench.web.load

import java.nio.charset.StandardCharsets.US_ASCII

/** A GET request and the one answer to it that is right.
  *
  * @param path with the query
  * @param contentType what the answer's must begin with
  * @param kind a number that tells answers apart when they are counted, from 0
  */
private[bench] class Ask(
    val path: String,
    val contentType: String,
    val body: Array[Byte],
    val kind: Int = 0
):
  /** What goes over the wire. */
  val bytes: Array[Byte] = s"GET $path HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(US_ASCII)

  /** Of the right answer. */
  def status: Int = 200

  /** Whether this is the body of a right answer. */
  def allows(text: String): Boolean = text == new String(body, US_ASCII)

  private[load] def isRight(answer: AnswerReader): Boolean = answer.status == status && answer.bodyIs(body)

  def ofKind(other: Int): Ask = new Ask(path, contentType, body, other)

private[bench] object Ask:
  def apply(path: String, contentType: String, body: String): Ask =
    new Ask(path, contentType, body.getBytes(US_ASCII))

/** An order, which is acknowledged with an id of its own. */
private[bench] final class OrderAsk(target: String)
    extends Ask(target, "application/json", OrderAsk.acknowledged.getBytes(US_ASCII)):
  override def status: Int = 202
  override def allows(text: String): Boolean = text.startsWith(OrderAsk.acknowledged)
  private[load] override def isRight(answer: AnswerReader): Boolean =
    answer.status == status && answer.bodyBegins(body)

private[bench] object OrderAsk:
  val acknowledged = "{\"id\":"
