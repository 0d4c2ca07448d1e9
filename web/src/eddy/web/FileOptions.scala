package eddy.web

/** How static files are served.
  *
  * @param cacheControl the default lets browsers keep a copy that they check by its entity tag at each use;
  *   files whose names change with their content may have `public, max-age=31536000, immutable`
  * @param headers sent with every file, in place of the default ones of the same name; a page's
  *   Content-Security-Policy belongs here
  */
final case class FileOptions(cacheControl: String = "no-cache", headers: Seq[(String, String)] = Nil):
  require(
    internal.Tokens.isFieldValue(cacheControl),
    s"cacheControl = $cacheControl: must not hold control characters"
  )
  headers.foreach: (name, value) =>
    internal.ResponseHeaders.check(name, value)
