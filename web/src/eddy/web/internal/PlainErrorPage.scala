package eddy.web.internal

import eddy.web.{ErrorDetails, ErrorPage, Html, HtmlText}

/** The usual page of a failure, in the style of the landing page. Written without the interpolator `html`,
  * which cannot be used in the module that defines it.
  */
private[web] object PlainErrorPage extends ErrorPage:
  /** It loads nothing and runs nothing. */
  val policy: String =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  def html(error: ErrorDetails): Html =
    val title = text(error.title)
    val trace =
      error.trace.fold("")(lines => s"\n<h2>Stack trace</h2>\n<pre tabindex=\"0\">${text(lines)}</pre>")
    Html.trusted(s"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>$title</title>$style</head><body>
<header><div><p class="status">${error.status}</p><h1>$title</h1></div></header>
<main><p>${text(error.detail)}</p>
<p class="quiet">Request <code>${text(error.requestId)}</code></p>
<p><a href="/">Start page</a></p>$trace</main></body></html>
""")

  private def text(t: String): String = HtmlText.escaped(t)

  private val style =
    """<style>
:root { color-scheme: light dark; --ground: #eef3f5; --paper: #fff; --ink: #12212b; --quiet: #566671; --line: #d5dfe4; --accent: #0f6f68; }
@media (prefers-color-scheme: dark) { :root { --ground: #0c161d; --paper: #13212b; --ink: #e6eef2; --quiet: #9db0bb; --line: #263946; --accent: #5eead4; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; background: var(--ground); color: var(--ink); font: 1rem/1.5 Inter, system-ui, sans-serif; overflow-wrap: anywhere; }
header { background: linear-gradient(125deg, #0b4f4a, #0e4d6e 55%, #153f80); color: #fff; }
header div, main { max-width: 66rem; margin: auto; padding: 1.6rem max(1.25rem, env(safe-area-inset-left)); }
h1 { margin: 0; font-size: clamp(2rem, 4.6vw, 3rem); line-height: 1.08; letter-spacing: -0.028em; font-weight: 750; }
h2 { font-size: 0.85rem; color: var(--quiet); text-transform: uppercase; letter-spacing: 0.07em; margin: 2rem 0 0.9rem; }
p { margin: 0 0 1rem; }
.status { margin: 0 0 0.4rem; color: #dcebf2; font-weight: 650; }
.quiet { color: var(--quiet); }
a { color: var(--accent); }
code, pre { font: 0.92em ui-monospace, Menlo, Consolas, monospace; }
pre { margin: 0; padding: 1rem 1.2rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 1rem; background: var(--paper); }
</style>"""
end PlainErrorPage
