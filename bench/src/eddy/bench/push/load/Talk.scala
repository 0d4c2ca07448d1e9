package eddy.bench.push.load

/** What clients and a contender say to each other, as texts over WebSocket. */
private[bench] trait Talk:
  /** Of the WebSocket. */
  def path: String

  /** What a client says first; empty when the server begins. */
  def hello: String

  /** @param id of what is asked for; each of a connection has another, above 0 */
  def subscribe(id: Int, channel: String): String

  /** @param data without characters that JSON escapes */
  def publish(id: Int, channel: String, data: String): String

  /** Tells what a text of the server says. */
  def hear(bytes: Array[Byte], from: Int, until: Int, ears: Ears): Unit
end Talk

/** Hears what a server says, in its order. */
private[load] trait Ears:
  /** The client may subscribe and publish. */
  def admitted(): Unit

  /** What was asked for longest is done. */
  def done(): Unit

  /** A publication, somewhere in these bytes. */
  def publication(bytes: Array[Byte], from: Int, until: Int): Unit

  /** To be answered at once, so that the server knows that the client lives. */
  def pinged(answer: String): Unit

  /** Anything else. */
  def refused(text: String): Unit
end Ears

/** Bytes as text. */
private[load] object Ascii:
  def text(bytes: Array[Byte], from: Int, until: Int): String =
    new String(bytes, from, until - from, java.nio.charset.StandardCharsets.US_ASCII)

  def begins(bytes: Array[Byte], from: Int, until: Int, word: Array[Byte]): Boolean =
    until - from >= word.length &&
      java.util.Arrays.equals(bytes, from, from + word.length, word, 0, word.length)
