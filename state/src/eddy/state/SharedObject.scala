package eddy.state

import eddy.state.internal.Lock

/** What callbacks may share: an object with a lock of its own, whose methods are marked as reading, writing or commuting. */
abstract class SharedObject private[state]:
  private[state] val lock: Lock = Lock.ofObject(this.getClass)
