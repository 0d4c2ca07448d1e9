package eddy.push

/** What a node wants of a mediator: one channel, or all that match a pattern, in which a segment `*` stands
  * for any one segment between slashes and a last segment `**` for one or more, as in
  * [[eddy.actor.EventBus]].
  *
  * @param key in maps: those of Java do not become slow with texts of equal hashes, which clients may choose
  */
enum Interest(private[push] val key: String) derives CanEqual:
  case Channel(name: String) extends Interest(s"=$name")
  case Pattern(pattern: String) extends Interest(s"~$pattern")
