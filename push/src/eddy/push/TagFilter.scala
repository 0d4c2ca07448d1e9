package eddy.push

/** Which publications of a channel a subscription wants, by their tags: the others are not sent, though their
  * offsets count. A means against waste, not a protection: a client that may subscribe may read everything.
  * The operators are those of Centrifugo's publication filter.
  *
  * A tag that is absent equals nothing, is contained nowhere and compares with nothing: only
  * [[TagFilter.Absent]], [[TagFilter.NotEqual]] and [[TagFilter.NotIn]] take it. Numbers are compared as
  * decimals; other texts compare with nothing.
  */
enum TagFilter derives CanEqual:
  case Equal(key: String, value: String)
  case NotEqual(key: String, value: String)
  case In(key: String, values: Set[String])
  case NotIn(key: String, values: Set[String])
  case Exists(key: String)
  case Absent(key: String)
  case StartsWith(key: String, value: String)
  case EndsWith(key: String, value: String)
  case Contains(key: String, value: String)
  case Greater(key: String, value: BigDecimal)
  case GreaterOrEqual(key: String, value: BigDecimal)
  case Less(key: String, value: BigDecimal)
  case LessOrEqual(key: String, value: BigDecimal)
  case All(filters: Vector[TagFilter])
  case Any(filters: Vector[TagFilter])
  case Not(filter: TagFilter)

  def matches(tags: Map[String, String]): Boolean = this match
    case Equal(key, value) => tags.getOrElse(key, null) == value
    case NotEqual(key, value) => tags.getOrElse(key, null) != value
    case In(key, values) => tags.contains(key) && values(tags(key))
    case NotIn(key, values) => !tags.contains(key) || !values(tags(key))
    case Exists(key) => tags.contains(key)
    case Absent(key) => !tags.contains(key)
    case StartsWith(key, value) => tags.contains(key) && tags(key).startsWith(value)
    case EndsWith(key, value) => tags.contains(key) && tags(key).endsWith(value)
    case Contains(key, value) => tags.contains(key) && tags(key).contains(value)
    case Greater(key, value) => compared(tags, key)(_ > value)
    case GreaterOrEqual(key, value) => compared(tags, key)(_ >= value)
    case Less(key, value) => compared(tags, key)(_ < value)
    case LessOrEqual(key, value) => compared(tags, key)(_ <= value)
    case All(filters) => filters.forall(_.matches(tags))
    case Any(filters) => filters.exists(_.matches(tags))
    case Not(filter) => !filter.matches(tags)

  /** How much it costs for each publication: its operators, and the values they look for. Filters from
    * clients must be limited.
    */
  def size: Int = this match
    case In(_, values) => 1 + values.size
    case NotIn(_, values) => 1 + values.size
    case All(filters) => 1 + filters.map(_.size).sum
    case Any(filters) => 1 + filters.map(_.size).sum
    case Not(filter) => 1 + filter.size
    case _ => 1

  private def compared(tags: Map[String, String], key: String)(holds: BigDecimal => Boolean): Boolean =
    tags.get(key).flatMap(TagFilter.number).exists(holds)
end TagFilter

object TagFilter:
  // longer ones take long to compare: 1e999999999 has as many digits
  private val MaxDigits = 40

  /** A decimal number as filters compare it: at most 40 characters, without an exponent. */
  def number(text: String): Option[BigDecimal] =
    val plain = text.nonEmpty && text.length <= MaxDigits && text.forall(c =>
      c >= '0' && c <= '9' || c == '.' || c == '-'
    )
    if plain then scala.util.Try(BigDecimal(text)).toOption else None
