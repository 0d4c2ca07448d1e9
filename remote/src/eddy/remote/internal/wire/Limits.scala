package eddy.remote.internal.wire

/** Bounds of the format, the same for writers and readers. */
private[remote] object Limits:
  /** Levels of nesting of case classes, collections, options and tuples. */
  final val depth = 1000

  /** Levels of nesting of shared parts: each level may be one, and some are parts of parts. */
  final val partDepth = depth + 100

  /** Levels of types in each other when two schemas are compared. */
  final val typeDepth = 400

  /** Parts of elements of sets and keys of maps in a message, each as often as it is referred to: so many for
    * each byte, and [[leastHashed]]. Hash codes visit all of them.
    */
  final val hashedPerByte = 64
  final val leastHashed = 1 << 20

  /** Bytes of the unscaled number of a BigDecimal: its hash code takes the square of that. */
  final val decimalBytes = 4096

  /** Elements of collections in one message that take no byte, such as units: nothing else bounds these. Each
    * may be an object of a class whose fields take no byte either.
    */
  final val emptyElements = 4096

  /** Elements with the same hash code in one set or map. Each costs a comparison with all others. */
  final val equalHashes = 64
end Limits
