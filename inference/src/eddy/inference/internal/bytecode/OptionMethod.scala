package eddy.inference.internal.bytecode

/** Methods of an option by which its content stays known, or whether there is any. */
private[inference] enum OptionMethod derives CanEqual:
  case Content, Else, Or, Mapped, FlatMapped, Filtered, NotFiltered, Guarded, Folded, Defined, Empty

private[inference] object OptionMethod:
  private val byName = Map(
    "get" -> Content,
    "value" -> Content,
    "getOrElse" -> Else,
    "orElse" -> Or,
    "map" -> Mapped,
    "flatMap" -> FlatMapped,
    "filter" -> Filtered,
    "filterNot" -> NotFiltered,
    "withFilter" -> Guarded,
    "fold" -> Folded,
    "isDefined" -> Defined,
    "nonEmpty" -> Defined,
    "isEmpty" -> Empty
  )

  def of(name: String): Option[OptionMethod] = byName.get(name)
