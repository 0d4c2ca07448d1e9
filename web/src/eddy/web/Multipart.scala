package eddy.web

import java.nio.ByteBuffer
import java.nio.file.StandardCopyOption.REPLACE_EXISTING
import java.nio.file.{Files, Path}

/** A form that has come whole (multipart/form-data, RFC 7578).
  *
  * @param fields the parts without a file name, in order: name and text
  * @param files the files that went to temporary files, in order; those with a [[FileSink]] are not among
  *   them
  */
final class Multipart private[eddy] (val fields: Seq[(String, String)], val files: Seq[UploadedFile]):
  /** The first field of that name. */
  def field(name: String): Option[String] = fields.collectFirst { case (`name`, value) => value }

  /** All fields of that name. */
  def fieldAll(name: String): Seq[String] = fields.collect { case (`name`, value) => value }

  /** The first file of that field. */
  def file(field: String): Option[UploadedFile] = files.find(_.part.field == field)

/** A file of a form, before its content.
  *
  * @param field the name of the form's field
  * @param fileName safe to use in a folder of one's own: no path, no control characters, no name that some
  *   system reserves, at most 200 characters, never empty. Two files may have the same.
  * @param sentFileName as the client sent it; never use it as a path
  * @param contentType as the client states it; not checked
  */
final case class FilePart(field: String, fileName: String, sentFileName: String, contentType: Option[String])

/** A file of a form in a temporary file, which is removed when the request's response has ended. */
final class UploadedFile private[eddy] (val part: FilePart, val size: Long, val path: Path):
  /** Stores the file: moves it to `target` and replaces an existing file. */
  def moveTo(target: Path): Unit = Files.move(path, target, REPLACE_EXISTING): Unit

/** The destination of a form's file while it arrives. Its methods are events of the request; they may block,
  * and the client is read no faster. An exception from them ends the reading of the form, and the form's
  * future fails with it.
  */
trait FileSink:
  /** The next piece, which belongs to the sink. */
  def write(piece: ByteBuffer): Unit

  /** The file is whole. The form may still turn out to be malformed. */
  def end(): Unit

  /** The file will not be whole. */
  def fail(cause: Throwable): Unit
