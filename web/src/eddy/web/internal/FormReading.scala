package eddy.web.internal

import eddy.web.{FilePart, FileSink, Multipart, MultipartOptions, Request, UploadedFile}

import java.nio.ByteBuffer
import java.util.concurrent.{CompletableFuture, ExecutionException}
import scala.concurrent.{Future, Promise}

/** Reads the form of a request on a virtual thread, because the parser blocks: a slow client holds no worker.
  */
private[eddy] object FormReading:
  /** Files go to temporary files. */
  def toFiles(request: Request, files: TemporaryFiles, options: MultipartOptions): Future[Multipart] =
    begin(request, options, part => files.sink(part, options.folder), () => files.uploaded)

  /** Files go where `open` says, in events of the request. */
  def toSinks(request: Request, options: MultipartOptions, open: FilePart => FileSink): Future[Multipart] =
    begin(request, options, part => InEvents(request, inEvent(request)(open(part))), () => Nil)

  private def begin(
      request: Request,
      options: MultipartOptions,
      sinkOf: FilePart => FileSink,
      files: () => Seq[UploadedFile]
  ): Future[Multipart] =
    val result = Promise[Multipart]()
    val reading: Runnable = () =>
      try
        val boundary = Boundary.of(request.header("Content-Type"))
        val reader = MultipartReader(request.body.inputStream(), boundary, options, sinkOf)
        result.success(reader.read(files)): Unit
      catch case failure: Throwable => result.failure(failure): Unit
    Thread.ofVirtual().name(s"eddy-form-${request.id}").start(reading): Unit
    result.future

  /** Runs `body` as an event of the request, and waits for it. */
  private def inEvent[A](request: Request)(body: => A): A =
    val done = CompletableFuture[A]()
    request.nextTick: () =>
      try done.complete(body): Unit
      catch case failure: Throwable => done.completeExceptionally(failure): Unit
    try done.get()
    catch case e: ExecutionException => throw (if e.getCause == null then e else e.getCause)

  private final class InEvents(request: Request, sink: FileSink) extends FileSink:
    def write(piece: ByteBuffer): Unit = inEvent(request)(sink.write(piece))
    def end(): Unit = inEvent(request)(sink.end())
    def fail(cause: Throwable): Unit = inEvent(request)(sink.fail(cause))
end FormReading
