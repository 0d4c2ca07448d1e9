package eddy.actor

/** Compares a run of a random program with the model, step by step, and after the burst with what any order
  * allows.
  */
final class ProgramCheck(program: RandomProgram, run: ProgramRun):
  private val model = new ProgramModel(program)

  /** A description of the first error, if any. */
  def result(): Option[String] =
    try
      run.begin()
      val wrong = program.steps.iterator.zipWithIndex.flatMap: (step, i) =>
        model.run(step)
        run.start(List(step))
        asModelled().map(what => s"after step $i, $step: $what")
      wrong.nextOption().orElse(if program.burst.isEmpty then None else afterBurst())
    finally run.close()

  private def differs(what: String, is: Any, shouldBe: Any): Option[String] =
    Option.when(is != shouldBe)(s"$what is $is and should be $shouldBe")

  private def asModelled(): Option[String] =
    differs("the set of actors", run.numbers, model.states.keySet.toSet).orElse:
      model.states.iterator.flatMap: (i, state) =>
        differs(s"the end of $i", run.endsOf(i), state.ended.toList)
          .orElse(differs(s"whether $i lives", run.isAlive(i), state.ended.isEmpty))
          .orElse(differs(s"how often $i started", run.startsOf(i), state.starts))
          .orElse:
            if state.ended.nonEmpty then None
            else
              val heard = run.heardBy(i)
              val allowed = heard.diff(state.heard.toList).intersect(state.perhapsHeard.toList)
              differs(s"what $i heard", heard.diff(allowed).sorted, state.heard.toList.sorted)
                .orElse(differs(s"the links of $i", run.linksOf(i), state.links))
      .nextOption()

  private def afterBurst(): Option[String] =
    val before = model.states.toMap
    run.start(program.burst)
    val all = run.numbers.toList.sorted
    def isSupervised(i: Int) = i < program.supervised
    val fallen = all.filter(i => !run.isAlive(i) && before.get(i).forall(_.ended.isEmpty)).toSet
    val living = all.filter(run.isAlive)
    val injected = program.burst.collect:
      case Step.AskToEnd(_, _, reason) => ProgramModel.words(reason)
      case Step.Kill(_, _) => "killed"
      case Step.Fail(_, reason) => s"failed $reason"
      case Step.End(_, reason) => ProgramModel.words(reason)
    val touched = program.burst.collect { case Step.Trap(i, _) => i }.toSet
    val unlinked = program.burst.collect { case Step.Unlink(a, b) => Set(a, b) }.toSet

    val ends = all.iterator.flatMap: i =>
      if !run.isAlive(i) then
        val reasons = run.endsOf(i)
        if reasons.size != 1 then Some(s"the ends told of $i are $reasons")
        else
          Option.when(
            fallen(i) && !(injected :+ "no actor").contains(reasons.head)
          )(s"$i ended: ${reasons.head}")
      else Option.when(run.endsOf(i).nonEmpty)(s"$i lives and its end was told")
    val halves = living.iterator.flatMap: i =>
      run.linksOf(i).iterator.flatMap: other =>
        Option.when(!run.isAlive(other) || !run.linksOf(other)(i)):
          s"$i is linked to $other and not the other way"
    val followed = living.iterator.filter(i => before.contains(i) && !isSupervised(i)).flatMap: i =>
      before(i).links.iterator
        .filter(other => fallen(other) && !unlinked(Set(i, other)) && run.endsOf(other).head != "normal")
        .flatMap: other =>
          val trapped = run.heardBy(i).count(_.startsWith(s"trapped $other "))
          if before(i).traps && !touched(i) then
            Option.when(trapped == 0)(s"$i traps and was not told of the end of $other")
          else if !before(i).traps && !touched(i) then
            Some(s"$i lives though $other ended, ${run.endsOf(other)}")
          else None
    // a termination is signalled once; so is each link to a terminated actor
    val toldTwice = living.iterator.filter(i => before.contains(i) && !isSupervised(i)).flatMap: i =>
      before.keys.iterator.filter(_ != i).flatMap: other =>
        val linked = program.burst.count { case Step.Link(`i`, `other`) => true; case _ => false }
        val ends = if isSupervised(other) then run.startsOf(other) - before(other).starts else 1
        def trapped(heard: Iterable[String]) = heard.count(_.startsWith(s"trapped $other "))
        val told = trapped(run.heardBy(i)) - trapped(before(i).heard)
        Option.when(told > ends + linked)(s"$i was told $told times of the end of $other")
    // an actor spawned in the burst may not have existed when others were notified, or watched
    val watched = living.iterator.filter(i => before.contains(i) && !isSupervised(i)).flatMap: i =>
      before.keys.iterator.flatMap: other =>
        val newer = program.burst.count { case Step.Watch(`i`, `other`) => true; case _ => false }
        val expected =
          if before(other).ended.nonEmpty then before(i).heard.count(_.startsWith(s"down $other ")) + newer
          else if run.isAlive(other) then 0
          else before(other).watchers.count(_ == i) + newer
        val told = run.heardBy(i).count(_.startsWith(s"down $other "))
        differs(s"how often $i was told of the end of $other", told, expected)
    val notes = living.iterator.flatMap: i =>
      all.iterator.flatMap: from =>
        val got = run.heardBy(i).filter(_.startsWith(s"note $from #"))
        differs(s"what $i got from $from", got, (1 to run.sentTo(from, i)).map(n => s"note $from #$n").toList)
    (ends ++ halves ++ followed ++ toldTwice ++ watched ++ notes).nextOption().map(what =>
      s"after the burst: $what"
    )
  end afterBurst
end ProgramCheck
