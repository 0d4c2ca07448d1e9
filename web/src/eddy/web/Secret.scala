package eddy.web

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.security.SecureRandom
import java.util.Base64

/** A key that only the service knows: for signed sessions, say. At least 32 bytes, as long as an HMAC-SHA256
  * (RFC 2104, section 3). Its text form hides the bytes, so that no log shows them.
  */
final class Secret private (private[eddy] val bytes: Array[Byte]):
  override def toString: String = s"Secret(${bytes.length} bytes)"

object Secret:
  private val MinBytes = 32

  /** New at each start: sessions end with the process, and no other process reads them. */
  def random(): Secret =
    val bytes = new Array[Byte](MinBytes)
    SecureRandom().nextBytes(bytes)
    new Secret(bytes)

  /** From base64, such as the output of `openssl rand -base64 32`. */
  def base64(text: String): Secret = of(text, "the text given")

  /** Base64 in an environment variable. */
  def env(name: String): Secret =
    of(Option(System.getenv(name)).getOrElse(""), s"the environment variable $name")

  /** Base64 in a file. May block. */
  def file(path: Path): Secret = of(Files.readString(path, UTF_8), s"the file $path")

  private def of(text: String, where: String): Secret =
    val bytes =
      try Base64.getDecoder.decode(text.strip)
      catch case _: IllegalArgumentException => Array.emptyByteArray
    require(
      bytes.length >= MinBytes,
      s"$where holds no secret: give at least $MinBytes random bytes in base64, as `openssl rand -base64 32` writes them"
    )
    new Secret(bytes)
end Secret
