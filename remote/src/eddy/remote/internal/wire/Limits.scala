package eddy.remote.internal.wire

/** Bounds of the format, the same for writers and readers. */
private[remote] object Limits:
  /** Levels of nesting of case classes, collections, options and tuples. */
  final val depth = 1000

  /** Elements of collections in one message that take no byte, such as units: nothing else bounds these. */
  final val emptyElements = 65536

  /** Elements with the same hash code in one set or map. Each costs a comparison with all others. */
  final val equalHashes = 64
