package eddy.web

import eddy.web.internal.Checks.inRange

import java.nio.file.Path

/** What a form (multipart/form-data) may bring, beside what the route's [[Body]] allows in all. Checked at
  * construction.
  *
  * @param maxParts fields and files; more is answered with 413
  * @param maxHeaderBytes the header of one part; more is answered with 400
  * @param maxFieldBytes the values of all fields together, which are held in memory; more is answered with
  *   413
  * @param maxFileBytes one file; more is answered with 413
  * @param folder where temporary files are made; the system's, unless given
  */
final case class MultipartOptions(
    maxParts: Int = 100,
    maxHeaderBytes: Int = 4 * 1024,
    maxFieldBytes: Int = 256 * 1024,
    maxFileBytes: Long = 64L * 1024 * 1024,
    folder: Option[Path] = None
):
  inRange("maxParts", maxParts, 1, 100_000, "100 suits most forms")
  inRange("maxHeaderBytes", maxHeaderBytes, 64, 1024 * 1024, "4096 suits long file names")
  inRange("maxFieldBytes", maxFieldBytes, 0, 1024 * 1024 * 1024, "fields are held in memory")
  require(maxFileBytes >= 0, s"maxFileBytes = $maxFileBytes: must not be negative")
end MultipartOptions
