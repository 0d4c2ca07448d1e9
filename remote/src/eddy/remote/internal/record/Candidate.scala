package eddy.remote.internal.record

import eddy.remote.Pickler

/** A node that may run a singleton.
  *
  * @param since milliseconds since 1970 when it became one; by its own clock
  * @param term of the life that it runs, or the last one that it knows of
  * @param actor the number of the actor that it runs; 0: none
  */
private[remote] final case class Candidate(since: Long, term: Long, actor: Long) derives CanEqual, Pickler
