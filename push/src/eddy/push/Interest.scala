package eddy.push

/** What a node wants of a mediator: one channel, or all that match a pattern, in which a segment `*` stands
  * for any one segment between slashes and a last segment `**` for one or more, as in
  * [[eddy.actor.EventBus]].
  */
enum Interest derives CanEqual:
  case Channel(name: String)
  case Pattern(pattern: String)
