package eddy.web.brotli

import eddy.web.ContentCoding

import com.aayushatharva.brotli4j.Brotli4jLoader
import com.aayushatharva.brotli4j.encoder.Encoder

/** Brotli (RFC 7932) for responses, by Google's encoder: usually smaller than gzip at the same cost. To be
  * put before gzip: `ServerConfig(codings = Seq(Brotli(), ContentCoding.Gzip))`.
  */
object Brotli:
  /** @param quality from 0, the fastest, to 11, which is for files that are compressed once; 4 costs about
    *   what gzip does
    * @throws IllegalStateException when the native library for this machine is not on the class path
    */
  def apply(quality: Int = 4): ContentCoding =
    require(
      quality >= 0 && quality <= 11,
      s"quality = $quality: must be from 0 to 11; 4 costs about what gzip does"
    )
    if !Brotli4jLoader.isAvailable then
      throw IllegalStateException(
        "Brotli's native library is not there for this machine: add com.aayushatharva.brotli4j:native-<system>-<processor>",
        Brotli4jLoader.getUnavailabilityCause
      )
    Coding(quality)

  private final class Coding(quality: Int) extends ContentCoding:
    val name = "br"
    def encode(content: Array[Byte]): Array[Byte] =
      Encoder.compress(content, Encoder.Parameters.create(quality)).nn
end Brotli
