package eddy.state.inference

import eddy.state.Mode
import eddy.state.internal.Target

/** Puts into words what was inferred for callbacks. Plain text, for terminals and pages. */
private[inference] object Explain:

  /** A callback, and those that it registers: how and where, and what each touches. */
  final case class Subject(name: String, own: AccessSummary, registered: List[(String, AccessSummary)]):
    /** With it stand and fall those that it registers. */
    val isRefused: Boolean = (own :: registered.map(_(1))).exists(Objection.refusal(_).nonEmpty)

  /** For each callback how far it can run beside others, what it touches and where, and what would make it more parallel; then
    * which of them exclude each other.
    */
  def apply(callbacks: List[Subject]): String =
    val each = callbacks.map(callback)
    val isAlone = callbacks.sizeIs == 1 && callbacks.forall(_.registered.isEmpty)
    (if isAlone then each else each :+ matrix(callbacks)).mkString("\n\n")

  private def callback(c: Subject): String =
    val inside = c.registered.map((how, r) =>
      one(s"registers by $how", r, "").linesIterator.map("  " + _).mkString("\n")
    )
    val why = if c.isRefused then "a callback that it registers is" else ""
    (one(c.name, c.own, why) :: inside).mkString("\n")

  /** @param otherwise why it is refused, although nothing speaks against it itself */
  private def one(name: String, s: AccessSummary, otherwise: String): String =
    val refusal = Objection.refusal(s)
    val kind = s.kind match
      case _ if refusal.nonEmpty => "refused: no lock protects what it writes on threads of its own"
      case _ if otherwise.nonEmpty => s"refused: $otherwise"
      case Kind.Stateless => "stateless: runs beside everything"
      case Kind.NonExclusive => "non-exclusive: runs beside all that only read what it reads"
      case Kind.Exclusive if s.accesses.exists(_.mode == Mode.Writes) => "exclusive on what it writes"
      case Kind.Exclusive => "runs beside all that only add to what it adds to"
    val refused = Objection.refused(s)
    val why = refusal.toList.flatMap(_.linesIterator).map("  " + _)
    val unprotected =
      s.detached.filterNot(refused.contains).map(d => s"  on another thread, unprotected: ${access(d)}")
    val pending = Option.when(s.pending)(
      "  not final: something is not initialised yet, and it is analysed again when it is"
    )
    val undo = s.undo.left.toOption.filter(_ => s.kind != Kind.Stateless).map(w => s"  cannot be undone: $w")
    val lines =
      s"$name: $kind" :: why ++ s.accesses.flatMap(explained) ++ unprotected ++ pending ++ undo ++
        s.notes.map(n => s"  note: $n")
    lines.mkString("\n")
  end one

  private def explained(a: Access): List[String] =
    s"  ${access(a)}" :: a.coarse.map(c => s"    because: $c").toList ++ Hints.of(a).map(h =>
      s"    more parallel: $h"
    )

  private def access(a: Access): String = s"${verb(a.mode)} ${what(a)}${where(a.site)}"

  private def verb(m: Mode) = m match
    case Mode.Reads => "reads"
    case Mode.Commutes => "adds to"
    case Mode.Writes => "writes"

  private def what(a: Access): String = a.target match
    case Target.Shared(o) => s"$o (${a.path})"
    case Target.Entry(o, key) => s"$o (${a.path}), entry $key"
    case Target.Fields(o) if o.getClass.getName.startsWith("scala.runtime.") =>
      s"the captured variable ${a.path}"
    case Target.Fields(o) => s"${o.getClass.getName} ${a.path}"
    case _ => a.path

  private def where(site: CallChain) = if site.sites.isEmpty then "" else s" at $site"

  /** Which callbacks can never run beside which, two runs of the same one included, and for each pair the first reason. Those
    * that a callback registers stand below it.
    */
  private def matrix(subjects: List[Subject]): String =
    val rows = subjects.flatMap: c =>
      Row(c.name, c.own, c.isRefused) :: c.registered.map((how, r) => Row(s"${c.name}, $how", r, c.isRefused))
    val width = rows.size.toString.length
    def padded(mark: String) = mark.reverse.padTo(width, ' ').reverse
    val pairs = for i <- rows.indices; j <- i until rows.size yield (i, j)
    val marks = pairs.map((i, j) => (i, j) -> mark(rows(i), rows(j))).toMap
    val head = s"${" " * (width + 1)}${rows.indices.map(i => padded(s"${i + 1}")).mkString(" ")}"
    val lines =
      for (row, i) <- rows.zipWithIndex yield
        val shown = rows.indices.map(j => padded(marks((i.min(j), i.max(j)))))
        s"${padded(s"${i + 1}")} ${shown.mkString(" ")}  ${row.name}"
    val legend = Explain.legend.filter((mark, _) => marks.values.exists(_ == mark)).map((mark, says) =>
      s"$mark: $says"
    )
    val reasons =
      for
        (i, j) <- pairs if excluding(marks((i, j)));
        c <- Conflicts.between(rows(i).summary, rows(j).summary).headOption
      yield
        if i == j then s"${i + 1} twice: it ${access(c.one)}"
        else s"${i + 1} and ${j + 1}: ${i + 1} ${access(c.one)}; ${j + 1} ${access(c.other)}"
    (head :: lines ++ legend ++ reasons).mkString("\n")
  end matrix

  private final case class Row(name: String, summary: AccessSummary, isRefused: Boolean)

  private def mark(a: Row, b: Row): String =
    if a.isRefused || b.isRefused then "-"
    else if Conflicts.onlyByKey(a.summary, b.summary) then "k"
    else if Conflicts.between(a.summary, b.summary).nonEmpty then "x"
    else "."
  private val excluding = Set("x", "k")
  private val legend = List(
    "x" -> "never at the same time",
    "k" -> "never at the same time for the same key",
    "-" -> "refused, so that it never runs"
  )
end Explain
