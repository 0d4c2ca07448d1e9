package eddy.state

/** A number that callbacks share; adding to it never makes one wait for another. */
final class SharedCounter(initial: Long = 0) extends SharedObject:
  private var content = initial
  @Commutes def +=(n: Long): Unit = content += n
  @Commutes def -=(n: Long): Unit = content -= n
  @Reads def value: Long = content
  @Writes def set(value: Long): Unit = content = value
