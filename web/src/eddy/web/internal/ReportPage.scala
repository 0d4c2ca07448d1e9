package eddy.web.internal

import eddy.inference.report.{Classification, HandlerReport}
import eddy.web.{Html, HtmlText}

/** The report of the inference as a page for browsers. Written without the interpolator `html`, which cannot
  * be used in the module that defines it.
  */
private[web] object ReportPage:
  import HandlerReport.{Exclusion, Row, Use}

  /** It loads nothing and runs nothing. */
  val policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /** What uses shared objects and is no handler. */
  val elsewhere =
    """Not in this report, as they are no handlers: jobs of the engine (every, after, execute, pools), actors, and
      |threads of your own, wherever they are started. They hold no locks of handlers. Each of their operations on a
      |shared object is atomic, and two in a row are not: docs/state.md, On other threads.""".stripMargin

  def of(report: HandlerReport, full: Boolean): Html =
    val counts = Classification.values.toList.flatMap: c =>
      val n = report.handlers.count(_.kind == c)
      Option.when(n > 0)(s"<li><b>$n</b> ${label(c)}</li>")
    val handlers = report.handlers.map(r => handler(r, report.conflicts.filter(isOf(r, _)), full))
    val all =
      if report.handlers.isEmpty then "<p>No handlers are registered.</p>"
      else s"""<ul class="counts">${counts.mkString}</ul>${handlers.mkString}"""
    Html.trusted(s"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Handlers</title>$style</head><body><main>
<h1>Handlers</h1>
<p>The shared state that each handler uses, and how far it runs in parallel with itself and with others. Eddy infers
this from the bytecode, and takes the locks. <a href="handlers/locks">Locks that were waited for</a> ·
<a href="handlers.json">JSON</a> · <a href="handlers?full=true">every line</a></p>
$all
${quiet(elsewhere)}
</main></body></html>
""")

  private def isOf(r: Row, e: Exclusion) = e.one == r.name || e.other == r.name
  private def text(t: String): String = HtmlText.escaped(t)
  private def quiet(t: String): String = s"""<p class="quiet">${text(t)}</p>"""

  private def handler(r: Row, conflicts: List[Exclusion], full: Boolean): String =
    val origin = r.registeredBy.fold("")(by => quiet(s"registered by $by: ${r.registration}")) +
      (if r.isFilter then quiet(s"runs in the event of ${r.filterOf.mkString("; ")}") else "") +
      (if r.filters.nonEmpty then quiet(s"goes through ${r.filters.mkString("; ")}") else "")
    val uses = r.unprotected ++ r.causes ++ (if full then r.harmless else Nil)
    val rest =
      if full || r.harmless.isEmpty then ""
      else quiet(s"${r.harmless.size} more uses, which exclude no handler")
    val excluded = conflicts.map(c => if c.one == r.name then c.other else c.one).distinct
    val others =
      if excluded.isEmpty then ""
      else
        s"<p>Never runs at the same time as ${excluded.map(n => s"<code>${text(n)}</code>").mkString(", ")}.</p>"
    val sameKey =
      if excluded.isEmpty || !conflicts.forall(_.sameKeyOnly) then ""
      else quiet("Only if both use the same key.")
    s"""<details><summary><code>${text(r.name)}</code> ${label(r.kind)}</summary>
$origin<ul>${uses.map(use).mkString}</ul>$rest$others$sameKey${r.notes.map(quiet).mkString}</details>
"""

  private def use(u: Use): String =
    val why = u.reason.map(r => s"because: $r") ++ u.remedy.map(r => s"remedy: $r") ++ u.facts
    s"<li>${text(u.text)}${why.map(quiet).mkString}</li>"

  private def label(c: Classification): String = s"""<span class="${className(c)}">${text(c.text)}</span>"""

  private def className(c: Classification): String = c match
    case Classification.Stateless | Classification.ReadOnly | Classification.Adding => "kind parallel"
    case Classification.Exclusive => "kind"
    case Classification.RunsAlone | Classification.Rejected => "kind alone"

  private val style =
    """<style>
:root { color-scheme: light dark; --ink: #12212b; --quiet: #566671; --line: #d5dfe4; --paper: #fff; --good: #16603f; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eef2; --quiet: #9db0bb; --line: #263946; --paper: #0c161d; --good: #4ade9f; --bad: #ffb4ab; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 60rem; margin: auto; padding: 1.5rem max(1rem, env(safe-area-inset-left)); }
h1 { font-size: 1.6rem; }
a { color: inherit; }
code { font: 0.92em ui-monospace, Menlo, Consolas, monospace; }
details { border-top: 1px solid var(--line); padding: 0.6rem 0; }
summary { cursor: pointer; }
.counts { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 1.2rem; }
.kind { border: 1px solid var(--line); border-radius: 1rem; padding: 0.05rem 0.6rem; font-size: 0.88rem; }
.parallel { color: var(--good); }
.alone { color: var(--bad); }
.quiet { color: var(--quiet); }
</style>"""
end ReportPage
