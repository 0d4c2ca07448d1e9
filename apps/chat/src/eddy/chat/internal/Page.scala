package eddy.chat.internal

import eddy.web.{FileOptions, Routes}

/** The page and its parts. */
private[chat] object Page:
  /** Nothing from elsewhere, nothing inline. WebSockets of the same host count as 'self' (CSP 3, section 6.7.2.8); a
    * browser that does not know this yet falls back to the event stream.
    */
  private val policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

  private val headers = Seq(
    "Content-Security-Policy" -> policy,
    "X-Content-Type-Options" -> "nosniff",
    "Referrer-Policy" -> "no-referrer",
    "Cross-Origin-Opener-Policy" -> "same-origin"
  )

  val routes: Routes = Routes.files("/", "chat", FileOptions(headers = headers))
end Page
