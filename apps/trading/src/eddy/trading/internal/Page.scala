package eddy.trading.internal

import eddy.web.{FileOptions, Routes}

/** The page, its parts, and the library that draws its charts: Chart.js, MIT licence, whose text is served beside it. */
private[trading] object Page:
  /** Nothing from elsewhere, nothing inline, no text taken for markup. */
  private val policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

  private val headers = Seq(
    "Content-Security-Policy" -> policy,
    "X-Content-Type-Options" -> "nosniff",
    "Referrer-Policy" -> "no-referrer",
    "Cross-Origin-Opener-Policy" -> "same-origin"
  )

  /** As in build.mill. */
  private val charts = "META-INF/resources/webjars/chart.js/4.5.1"

  val routes: Routes = Routes
    .files("/", "trading", FileOptions(headers = headers))
    .files("/lib/chart.js", charts, FileOptions(headers = headers))
end Page
