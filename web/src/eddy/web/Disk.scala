package eddy.web

import eddy.state.Confined
import eddy.web.internal.{FilePublisher, FileSaver}

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption.{APPEND, CREATE}
import java.nio.file.{Files, Path}
import java.util.concurrent.{Flow, Semaphore}
import scala.concurrent.{Future, Promise}
import scala.util.Try

/** Files, without waiting for them. Reading, writing, adding and removing run on threads of their own, at
  * most 64 at a time, and return a `Future`. [[stream]] and [[save]] work piece by piece, on demand, and do
  * not count towards that number. To handle a result in an event of the request, use [[Later]] or
  * [[Response.complete]]. A handler may also use files directly and wait: other handlers run meanwhile.
  *
  * Futures fail with the `IOException` of the file, such as `NoSuchFileException`. Paths that clients choose
  * are the caller's to check.
  */
@Confined
object Disk:
  private val atATime = Semaphore(64)
  private val DefaultMost = 16 * 1024 * 1024

  /** The whole file; fails when it is larger than `maxBytes`. */
  def read(file: Path, maxBytes: Int = DefaultMost): Future[Array[Byte]] = apart(s"read $file"):
    val in = Files.newInputStream(file)
    try
      val bytes = in.readNBytes(maxBytes)
      if in.read() >= 0 then
        throw IOException(s"$file is larger than $maxBytes bytes: read it as a stream, or allow more")
      bytes
    finally in.close()

  /** Writes a file. It appears whole, replacing what was there, or not at all. */
  def write(file: Path, content: Array[Byte]): Future[Unit] = apart(s"write $file"):
    val saver = FileSaver(file)
    val subscriber = saver.subscriber
    subscriber.onSubscribe(Unhurried)
    subscriber.onNext(ByteBuffer.wrap(content))
    subscriber.onComplete()
    // its result is available by now
    saver.result.value.get.get: Unit

  /** Adds to the end of a file, which need not be there. */
  def append(file: Path, content: Array[Byte]): Future[Unit] = apart(s"append $file"):
    val channel = FileChannel.open(file, CREATE, APPEND)
    try
      val bytes = ByteBuffer.wrap(content)
      while bytes.hasRemaining do channel.write(bytes): Unit
    finally channel.close()

  /** The file's content on demand, for [[Response.stream]] and for other readers of a `Flow.Publisher`. Each
    * subscriber reads it from the beginning. Its signals come on threads of its own.
    *
    * @param from the first byte
    * @param length at most so many
    */
  def stream(file: Path, from: Long = 0, length: Long = Long.MaxValue): Flow.Publisher[ByteBuffer] =
    require(from >= 0 && length >= 0, s"from = $from, length = $length: must not be negative")
    FilePublisher(file, from, length)

  /** Writes what `content` publishes, asking for the next piece when the last is written. The file appears
    * whole, or not at all. The result is the number of bytes. (For the body of a request there is
    * [[RequestBody.saveTo]].)
    */
  def save(file: Path, content: Flow.Publisher[ByteBuffer]): Future[Long] =
    try
      val saver = FileSaver(file)
      content.subscribe(saver.subscriber)
      saver.result
    catch case failure: IOException => Future.failed(failure)

  /** Removes a file; whether it was there. */
  def delete(file: Path): Future[Boolean] = apart(s"delete $file")(Files.deleteIfExists(file))

  private def apart[A](name: String)(operation: => A): Future[A] =
    val promise = Promise[A]()
    Thread.ofVirtual.name(name).start: () =>
      atATime.acquireUninterruptibly()
      val result =
        try Try(operation)
        finally atATime.release()
      promise.complete(result): Unit
    promise.future

  private object Unhurried extends Flow.Subscription:
    def request(n: Long): Unit = ()
    def cancel(): Unit = ()
end Disk
