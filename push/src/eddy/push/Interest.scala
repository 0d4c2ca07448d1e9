package eddy.push

/** What a node wants of a mediator: one channel, or all that match a pattern, in which a segment `*` stands
  * for any one segment between slashes and a last segment `**` for one or more, as in
  * [[eddy.actor.EventBus]].
  */
enum Interest derives CanEqual:
  case Channel(name: String)
  case Pattern(pattern: String)

  /** Its key in maps: those of Java do not become slow with texts of equal hashes, which clients may choose.
    */
  private[push] def key: String = this match
    case Channel(name) => s"=$name"
    case Pattern(pattern) => s"~$pattern"
