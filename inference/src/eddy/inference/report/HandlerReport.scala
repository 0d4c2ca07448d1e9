package eddy.inference.report

import eddy.state.AccessKind

/** The result of the inference for the handlers of a program, as values: the classification of each handler,
  * the causes that serialise it with their remedies, and the pairs that exclude each other. [[text]] puts it
  * into words.
  *
  * @param handlers in the order of the request, each before the handlers that it registers
  * @param conflicts every pair that never runs at the same time, two runs of one handler included; without
  *   pairs that involve a rejected handler
  */
final case class HandlerReport(handlers: List[HandlerReport.Row], conflicts: List[HandlerReport.Exclusion]):
  /** For people. A handler takes at most 60 lines, with the handlers that it registers, unless `full`. */
  def text(full: Boolean = false): String = ReportText(this, full)

object HandlerReport:
  /** One handler.
    *
    * @param name unique in the report
    * @param stableName a name that is the same in the next build, without lines of code. Handlers that one
    *   method registers in the same code share it
    * @param filters the rows of the filters that run before it in the same event, by name. Their uses are
    *   among its uses, and count for its classification and its conflicts
    * @param filterOf the handlers that it runs before, by name, if it is a filter; a filter has no
    *   conflicts of its own
    * @param registeredBy the handler that registers this one while it runs, by name
    * @param registration by which method and where it is registered; empty if it is not
    * @param causes uses that exclude another run of it, or another handler of the report, coarsest first
    * @param harmless its other uses, which exclude no handler of the report
    * @param unprotected uses on other threads, where no lock protects them; they may have it rejected
    * @param isPending something is not initialised yet, so that it is analysed again when it is
    * @param notes other facts that its author should know
    */
  final case class Row(
      name: String,
      stableName: String,
      filters: List[String],
      filterOf: List[String],
      registeredBy: Option[String],
      registration: String,
      kind: Classification,
      causes: List[Use],
      harmless: List[Use],
      unprotected: List[Use],
      isPending: Boolean,
      notes: List[String]
  ):
    def isFilter: Boolean = filterOf.nonEmpty

  /** A handler uses something shared.
    *
    * @param target what, for people
    * @param stableName the target by a name that is the same in the next build: without numbers and lines
    * @param path how the handler reaches it
    * @param site the first place in its code, from the handler's own code inwards
    * @param morePlaces how many other lines do the same; 16 may be more
    * @param reason why more than one object is locked, if so
    * @param remedy what makes it finer, if something does
    * @param filter the filter that does it, by name, if it is not the handler itself
    * @param variables what the source calls that which is read or assigned: fields as in `Shop.total`, or the
    *   field, variable or parameter that holds the object; empty if that is not known
    * @param facts the lines for META-INF/eddy/library.txt that say that threads may share it; empty for
    *   everything but objects of libraries
    */
  final case class Use(
      mode: AccessKind,
      extent: Extent,
      target: String,
      stableName: String,
      path: String,
      site: String,
      morePlaces: Int,
      reason: Option[String],
      remedy: Option[String],
      facts: List[String],
      filter: Option[String] = None,
      variables: List[String] = Nil
  ):
    /** As in `writes SharedMap "stock" (this.stock) at shop.Shop.buy.closure:12`. */
    def text: String =
      val more = morePlaces match
        case 0 => ""
        case 1 => " and 1 more place"
        case n => s" and $n more places"
      val by = filter.fold("")(f => s", in $f")
      s"${Access.verb(mode)} $target${if site.isEmpty then "" else s" at $site$more"}$by"

    /** With the reason and the remedy, on one line. */
    def detailedText: String = s"${detailed(text)}$factsText"

    /** The remedy with the facts, if it needs some. */
    private[inference] def remedyText: Option[String] = remedy.map(_ + factsText)

    private def factsText = facts.map(" " + _).mkString(";")

    private[inference] def detailed(text: String): String =
      s"$text${reason.fold("")(r => s"; because: $r")}${remedy.fold("")(r => s"; remedy: $r")}"
  end Use

  /** How much is locked for a use, coarsest first. */
  enum Extent derives CanEqual:
    case Everything, AnyOfType, LibraryObject, SharedObject, Variable, Entry

  /** Two handlers that never run at the same time, by name.
    *
    * @param sameKeyOnly with different keys they do
    * @param targets what they exclude each other on, by stable name
    * @param oneDoes the coarsest reason: the use of the one, with its place, and the use of the other
    * @param because why the two uses meet, where their names do not show it
    * @param remedies what makes the use of the one finer, and that of the other, if something does
    */
  final case class Exclusion(
      one: String,
      other: String,
      sameKeyOnly: Boolean,
      targets: List[String],
      oneDoes: String,
      otherDoes: String,
      because: Option[String] = None,
      remedies: List[String] = Nil
  )
end HandlerReport
