package eddy.web.internal

/** Media types by the ends of file names. */
private[eddy] object MediaTypes:
  private val byExtension: Map[String, String] = Map(
    "html" -> "text/html; charset=utf-8",
    "htm" -> "text/html; charset=utf-8",
    "css" -> "text/css; charset=utf-8",
    "js" -> "text/javascript; charset=utf-8",
    "mjs" -> "text/javascript; charset=utf-8",
    "json" -> "application/json",
    "map" -> "application/json",
    "webmanifest" -> "application/manifest+json",
    "txt" -> "text/plain; charset=utf-8",
    "md" -> "text/markdown; charset=utf-8",
    "csv" -> "text/csv; charset=utf-8",
    "xml" -> "application/xml",
    "svg" -> "image/svg+xml",
    "png" -> "image/png",
    "jpg" -> "image/jpeg",
    "jpeg" -> "image/jpeg",
    "gif" -> "image/gif",
    "webp" -> "image/webp",
    "avif" -> "image/avif",
    "ico" -> "image/x-icon",
    "woff" -> "font/woff",
    "woff2" -> "font/woff2",
    "ttf" -> "font/ttf",
    "otf" -> "font/otf",
    "wasm" -> "application/wasm",
    "pdf" -> "application/pdf",
    "zip" -> "application/zip",
    "mp3" -> "audio/mpeg",
    "ogg" -> "audio/ogg",
    "mp4" -> "video/mp4",
    "webm" -> "video/webm"
  )

  def ofFile(name: String): String =
    val dot = name.lastIndexOf('.')
    byExtension.getOrElse(Tokens.lower(name.substring(dot + 1)), "application/octet-stream")

  /** Without parameters, in small letters. */
  def bare(contentType: String): String =
    val semicolon = contentType.indexOf(';')
    Tokens.lower((if semicolon < 0 then contentType else contentType.substring(0, semicolon)).strip)

  /** A parameter of a Content-Type, without quotes. */
  def parameter(contentType: String, name: String): Option[String] =
    contentType.split(";").iterator.drop(1).map(_.strip).collectFirst:
      case p if Tokens.lower(p).startsWith(s"$name=") =>
        p.substring(name.length + 1).stripPrefix("\"").stripSuffix("\"")
end MediaTypes
