package eddy.web.internal

import java.io.EOFException
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.Path
import java.nio.file.StandardOpenOption.READ
import java.util.Objects.requireNonNull
import java.util.concurrent.Flow

/** A file's content for Flow subscribers, each from the beginning. Reads no more than is asked for, on
  * virtual threads.
  *
  * @param length at most so many bytes
  * @param isExact fewer are a failure
  */
private[eddy] final class FilePublisher(file: Path, from: Long, length: Long, isExact: Boolean = false)
    extends Flow.Publisher[ByteBuffer]:
  def subscribe(subscriber: Flow.Subscriber[? >: ByteBuffer]): Unit =
    requireNonNull(subscriber): Unit
    FileReading(file, from, length, isExact, null, subscriber).begin(subscriber)

/** So many bytes of one version of a file, for one subscriber. It fails when the version can no longer be
  * read.
  */
private[eddy] final class OpenedPublisher(file: OpenedFile, from: Long, length: Long)
    extends Flow.Publisher[ByteBuffer]:
  def subscribe(subscriber: Flow.Subscriber[? >: ByteBuffer]): Unit =
    requireNonNull(subscriber): Unit
    FileReading(file.path, from, length, isExact = true, file, subscriber).begin(subscriber)

/** One reader of a file.
  *
  * @param version the only one that may be read; null reads any
  */
private[eddy] final class FileReading(
    file: Path,
    from: Long,
    length: Long,
    isExact: Boolean,
    version: OpenedFile | Null,
    reader: Flow.Subscriber[? >: ByteBuffer]
) extends Flow.Subscription:
  // Guarded by this: the subscriber until it has had its last signal; whether a thread reads for it.
  private var subscriber: Flow.Subscriber[? >: ByteBuffer] | Null = reader
  private var demand = 0L
  private var wrong: Throwable | Null = null
  private var reading = true // until onSubscribe has returned
  // of the thread that reads
  private var channel: FileChannel | Null = null
  private var at = from

  // given once more, so that it is kept nowhere but in the field that is cleared (Reactive Streams, rule
  // 3.13)
  def begin(reader: Flow.Subscriber[? >: ByteBuffer]): Unit =
    reader.onSubscribe(this)
    synchronized:
      reading = false
    // a missing file is reported without demand
    go(always = true)

  def request(n: Long): Unit =
    synchronized:
      if n <= 0 then
        wrong = IllegalArgumentException(s"request($n): ask for at least one (Reactive Streams, rule 3.9)")
      else demand = if Long.MaxValue - demand < n then Long.MaxValue else demand + n
    go()

  def cancel(): Unit =
    synchronized:
      subscriber = null
    go(always = true)

  private def go(always: Boolean = false): Unit =
    val starts = synchronized:
      val starts = !reading && (always || demand > 0 || wrong != null)
      if starts then reading = true
      starts
    if starts then Thread.ofVirtual.name(s"read $file").start(() => turn()): Unit

  private def turn(): Unit =
    var going = true
    while going do
      try step()
      catch case failure: Throwable => end(_.onError(failure))
      going = synchronized:
        reading = subscriber != null && (demand > 0 || wrong != null)
        if subscriber == null then close()
        reading

  private def step(): Unit =
    val (to, bad, wants) = synchronized((subscriber, wrong, demand > 0))
    if to != null then
      if bad != null then end(_.onError(bad))
      else
        val open = opened
        if wants then
          val left = length - (at - from)
          val piece = ByteBuffer.allocate(math.min(FileReading.PieceBytes, left).toInt)
          val n = if left == 0 then -1 else open.read(piece, at)
          if n < 0 && left > 0 && isExact then
            val why = s"$file ends $left bytes too early"
            end(_.onError(if version == null then EOFException(why) else FileChangedException(why)))
          else if n > 0 && version != null && !version.isSame(piece, at) then
            end(_.onError(FileChangedException(s"$file was changed while it was sent")))
          else if n < 0 then end(_.onComplete())
          else
            at += n
            synchronized:
              if demand != Long.MaxValue then demand -= 1
            to.onNext(piece.flip())
  end step

  private def opened: FileChannel =
    val c = channel
    if c != null then c
    else
      val made = if version != null then version.channel else FileChannel.open(file, READ)
      channel = made
      made

  private def end(signal: Flow.Subscriber[? >: ByteBuffer] => Unit): Unit =
    val to = synchronized:
      val to = subscriber
      subscriber = null
      to
    if to != null then signal(to)

  private def close(): Unit =
    val c = channel
    channel = null
    if c != null then c.close()
    // it was opened before the first read
    else if version != null then version.close()
end FileReading

private[eddy] object FileReading:
  private val PieceBytes = 32 * 1024L
