package eddy.web.internal

import eddy.testing.{Eventually, PatientSuite}

import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption.READ
import java.nio.file.{Files, Path}
import java.util.concurrent.Flow

/** What a reader of a file leaves behind. */
class FileReadingSuite extends PatientSuite:
  private val file = FunFixture[Path](
    _ => Files.write(Files.createTempFile("eddy-reading", ".txt"), new Array[Byte](100_000)),
    Files.deleteIfExists(_): Unit
  )

  private final class Cancels(after: Int) extends Flow.Subscriber[ByteBuffer]:
    private var left = after
    private var source: Flow.Subscription | Null = null
    def onSubscribe(subscription: Flow.Subscription): Unit =
      source = subscription
      if after == 0 then subscription.cancel() else subscription.request(Long.MaxValue)
    def onNext(piece: ByteBuffer): Unit =
      left -= 1
      if left == 0 then source.nn.cancel()
    def onError(failure: Throwable): Unit = ()
    def onComplete(): Unit = ()

  for (when, pieces) <- Seq("before it has asked for anything" -> 0, "in the midst of it" -> 1) do
    file.test(s"a subscriber that cancels $when leaves no file open"): path =>
      val channel = FileChannel.open(path, READ)
      val opened = OpenedFile(channel, path, FileStamp.of(path).nn, mayGrow = false)
      OpenedPublisher(opened, 0, 100_000).subscribe(Cancels(pieces))
      Eventually.until("the file is closed")(!channel.isOpen)
end FileReadingSuite
