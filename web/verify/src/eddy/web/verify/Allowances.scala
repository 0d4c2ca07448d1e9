package eddy.web.verify

import eddy.inference.report.Classification

/** What a program may do although [[Verdict]] would fail it, each with a reason:
  *
  * {{{
  * POST /plugin runs alone # the plugin is code of the customer's
  * GET /look | POST /buy # both are rare
  * POST /count unprotected # a monitor guards it
  * }}}
  */
private[eddy] final class Allowances(lines: List[Line]):
  def kind(name: String, kind: Classification): Option[Line] = lines.find:
    case Line.Handler(`name`, allowed, _) => !kind.isWorseThan(allowed)
    case _ => false

  def conflict(pair: Pair): Option[Line] = lines.find:
    case Line.Conflict(`pair`, _, _) => true
    case _ => false

  def unprotected(name: String): Option[Line] = lines.find:
    case Line.Unprotected(`name`, _, _) => true
    case _ => false

  def without(used: Set[Line]): List[Line] = lines.filterNot(used)

private[eddy] object Allowances:
  val none: Allowances = Allowances(Nil)

  /** @throws Refusal that names the first line that is wrong: not an allowance, without a reason, or for a
    *   handler that does not exist
    */
  def parse(text: String, file: String, handlers: Iterable[String]): Allowances =
    val lines = BaselineLines.of(text, file)
    for line <- lines do
      if line.at.reason.isEmpty then
        throw line.at.wrong("has no reason", "write one behind it, as in GET /a runs alone # only at night")
      val names = line match
        case Line.Handler(name, _, _) => Seq(name)
        case Line.Conflict(pair, _, _) => Seq(pair.one, pair.other)
        case Line.Unprotected(name, _, _) => Seq(name)
      for name <- names if !handlers.exists(_ == name) do
        val meant = Nearest.to(name, handlers).fold("remove the line")(m => s"did you mean '$m'?")
        throw line.at.wrong(s"is for the handler '$name', which does not exist", meant)
    Allowances(lines)
end Allowances
