package eddy.push

/** A place in a channel's history. `offset` counts its publications from 1; 0 is before the first. `epoch`
  * names a history with this count: offsets of different epochs say nothing about each other. Where a history
  * is read or subscribed to from a position, the empty epoch stands for the one of now.
  */
final case class Position(offset: Long, epoch: String) derives CanEqual
