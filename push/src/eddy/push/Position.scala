package eddy.push

/** A place in a channel's history. `offset` counts its publications from 1; 0 is before the first. `epoch`
  * names this life of the history: offsets of different epochs say nothing about each other. Where a history
  * is read or subscribed to from a position, the empty epoch stands for the one of now.
  */
final case class Position(offset: Long, epoch: String) derives CanEqual
