package eddy.state.inference

import eddy.state.internal.Target

/** What speaks against a callback. */
private[inference] object Objection:
  def of(s: AccessSummary): Option[String] =
    val unprotected = s.detached.map: a =>
      s"${a.mode.toString.toLowerCase} ${a.path} on a thread of its own at ${a.site}: no lock protects that. " +
        "Hand the work over as a callback (nextTick), or let the thread use nothing but the result"
    val unknown = s.accesses.filter(_.target == Target.Everything).map: a =>
      s"excludes all other callbacks, because of this at ${a.site}: ${a.coarse.getOrElse("nothing is known")}. " +
        s"Instead: ${Hints.of(a).getOrElse("call known code")}"
    Option.when(unprotected.nonEmpty || unknown.nonEmpty)((unprotected ++ unknown).map(l =>
      s"The callback $l."
    ).mkString("\n"))
