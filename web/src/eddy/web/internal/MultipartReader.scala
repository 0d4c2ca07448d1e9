package eddy.web.internal

import eddy.web.{FilePart, FileSink, HttpProblem, Multipart, MultipartOptions, UploadedFile}

import java.io.{IOException, InputStream}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.{US_ASCII, UTF_8}
import scala.collection.mutable.ListBuffer

import org.apache.commons.fileupload2.core.MultipartInput.MalformedStreamException
import org.apache.commons.fileupload2.core.{FileUploadSizeException, MultipartInput}

/** Reads a form while it arrives; on a thread that may block. Apache Commons FileUpload separates the parts.
  *
  * @param sinkOf where a file goes
  */
private[eddy] final class MultipartReader(
    body: InputStream,
    boundary: String,
    options: MultipartOptions,
    sinkOf: FilePart => FileSink
):
  private val in = FormInput(body)
  private val fields = ListBuffer[(String, String)]()
  private var number = 0
  private var fieldBytes = 0

  /** @param files those that went to temporary files
    * @throws HttpProblem 400 for a malformed form, 413 for one that brings more than it may
    */
  def read(files: () => Seq[UploadedFile]): Multipart =
    try
      parse()
      Multipart(fields.toSeq, files())
    catch
      case failure: IOException =>
        // the parser wraps what its input throws
        val cause = in.failure
        val shown = if cause != null then cause else failure
        throw (shown, shown.getCause) match
          case (_, problem: HttpProblem) => problem
          case (_: FileUploadSizeException, _) =>
            HttpProblem(
              400,
              s"The header of part $number of the form is longer than ${options.maxHeaderBytes} bytes."
            )
          case (_: MalformedStreamException, _) => malformed
          case (other, _) => other
    finally body.close()

  private def parse(): Unit =
    val delimiter = s"--$boundary"
    // The parser takes a form without any part for none.
    if !in.startsWith(s"$delimiter--".getBytes(US_ASCII)) then
      val input = MultipartInput
        .builder()
        .setInputStream(in)
        .setBoundary(boundary.getBytes(US_ASCII))
        .setPartHeaderSizeMax(options.maxHeaderBytes)
        .get()
      input.setHeaderCharset(UTF_8)
      var more = input.skipPreamble()
      if !more then throw malformed
      while more do
        number += 1
        if number > options.maxParts then
          throw HttpProblem(413, s"The form has more than ${options.maxParts} parts.")
        part(PartHeader.parse(input.readHeaders(), number), input.newInputStream())
        more = input.readBoundary()
    // An epilogue says nothing, but the connection continues after it.
    in.drain()
  end parse

  private def part(header: PartHeader, content: InputStream): Unit = header.fileName match
    case None => field(header, content)
    case Some(sent) => file(FilePart(header.name, FileNames.safe(sent), sent, header.contentType), content)

  private def field(header: PartHeader, content: InputStream): Unit =
    val left = options.maxFieldBytes - fieldBytes
    val bytes = content.readNBytes(left)
    if bytes.length == left && content.read() >= 0 then
      throw HttpProblem(413, s"The form's fields are larger than ${options.maxFieldBytes} bytes.")
    fieldBytes += bytes.length
    fields.addOne(header.name -> String(bytes, header.charset)): Unit

  private def file(part: FilePart, content: InputStream): Unit =
    var piece = content.readNBytes(MultipartReader.PieceBytes)
    // what browsers send for a file that was not chosen
    if piece.nonEmpty || part.sentFileName.nonEmpty then
      val sink = sinkOf(part)
      try
        var size = 0L
        while piece.nonEmpty do
          size += piece.length
          if size > options.maxFileBytes then
            throw HttpProblem(413, s"A file of the form is larger than ${options.maxFileBytes} bytes.")
          sink.write(ByteBuffer.wrap(piece))
          piece = content.readNBytes(MultipartReader.PieceBytes)
        sink.end()
      catch
        case failure: Throwable =>
          sink.fail(failure)
          throw failure

  private def malformed =
    if number == 0 then HttpProblem(400, "The form is malformed: its boundary is not in the body.")
    else
      HttpProblem(
        400,
        s"The form is malformed in part $number: it ends there, or its boundary is followed by something else than a line end."
      )
end MultipartReader

private[eddy] object MultipartReader:
  private val PieceBytes = 32 * 1024
