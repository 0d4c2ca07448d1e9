package eddy.web.client

import java.nio.file.Path

/** A part of a form with files, to be sent ([[Call.multipart]]). Names are escaped as browsers do. */
enum Part:
  case Field(name: String, value: String)
  case Bytes(name: String, fileName: String, contentType: String, content: Array[Byte])

  /** Read while it goes out. */
  case File(name: String, fileName: String, contentType: String, file: Path)

object Part:
  def field(name: String, value: String): Part = Field(name, value)
  def bytes(
      name: String,
      fileName: String,
      content: Array[Byte],
      contentType: String = "application/octet-stream"
  ): Part =
    Bytes(name, fileName, contentType, content)
  def file(name: String, file: Path, contentType: String = "application/octet-stream"): Part =
    File(name, String.valueOf(file.getFileName), contentType, file)
