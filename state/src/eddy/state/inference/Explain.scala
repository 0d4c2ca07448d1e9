package eddy.state.inference

import eddy.state.Mode
import eddy.state.internal.Target

/** Puts into words what was inferred for callbacks. Plain text, for terminals and pages. */
private[inference] object Explain:

  /** One callback: how far it can run beside others, what it touches and where, and what would make it more parallel. */
  def callback(name: String, s: AccessSummary, registered: List[(String, AccessSummary)] = Nil): String =
    (one(name, s) :: registered.map((how, r) =>
      one(s"registers by $how", r).linesIterator.map("  " + _).mkString("\n")
    ))
      .mkString("\n")

  private def one(name: String, s: AccessSummary): String =
    val kind = s.kind match
      case Kind.Stateless => "stateless: runs beside everything"
      case Kind.NonExclusive => "non-exclusive: runs beside all that only read what it reads"
      case Kind.Exclusive if s.accesses.exists(_.mode == Mode.Writes) => "exclusive on what it writes"
      case Kind.Exclusive => "runs beside all that only add to what it adds to"
    val unprotected = s.detached.map(d => s"  on another thread, unprotected: ${access(d)}")
    val pending = Option.when(s.pending)(
      "  not final: something is not initialised yet, and it is analysed again when it is"
    )
    val undo = s.undo.left.toOption.filter(_ => s.kind != Kind.Stateless).map(w => s"  cannot be undone: $w")
    val lines =
      s"$name: $kind" :: s.accesses.flatMap(explained) ++ unprotected ++ pending ++ undo ++ s.notes.map(n =>
        s"  note: $n"
      )
    lines.mkString("\n")

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

  /** Which callbacks can never run beside which, two runs of the same one included, and for each pair the first reason. */
  def matrix(callbacks: List[(String, AccessSummary)]): String =
    val numbered = callbacks.zipWithIndex
    val width = callbacks.size.toString.length
    def pad(i: Int) = (i + 1).toString.reverse.padTo(width, ' ').reverse
    val conflicts =
      for ((_, a), i) <- numbered; ((_, b), j) <- numbered if i <= j; c <- Conflicts.between(a, b).headOption
      yield ((i, j), c)
    val excluded = conflicts.toMap
    val ofKeys = numbered.indices.flatMap(i => numbered.indices.map(j => (i, j))).filter((i, j) =>
      i <= j && Conflicts.onlyByKey(callbacks(i)(1), callbacks(j)(1))
    ).toSet
    def mark(pair: (Int, Int)) =
      if ofKeys(pair) then "k" else if excluded.contains(pair) then "x" else "."
    val head = s"${" " * (width + 1)}${callbacks.indices.map(pad).mkString(" ")}"
    val rows =
      for ((name, _), i) <- numbered yield
        val marks = callbacks.indices.map(j => mark((i.min(j), i.max(j))))
        s"${pad(i)} ${marks.map(_.reverse.padTo(width, ' ').reverse).mkString(" ")}  $name"
    val reasons =
      for ((i, j), c) <- conflicts
      yield
        if i == j then s"${i + 1} twice: it ${access(c.one)}"
        else s"${i + 1} and ${j + 1}: ${i + 1} ${access(c.one)}; ${j + 1} ${access(c.other)}"
    val legend = Option.when(excluded.keySet.exists(!ofKeys(_)))("x: never at the same time").toList ++
      Option.when(ofKeys.nonEmpty)("k: never at the same time for the same key")
    (head :: rows ++ legend ++ reasons).mkString("\n")
  end matrix
end Explain
