package eddy.state

/** A variable that handlers share; see [[SharedObject]] for what is guaranteed. Its value should be
  * immutable.
  */
final class SharedRef[A](initial: A) extends SharedObject:
  // volatile for values that are not safe to be seen half-made, should the lock not be held against all rules
  @volatile private var content = initial

  @Reads def get: A = access(AccessKind.Reads)(content)
  @Reads def apply(): A = get
  @Writes def set(value: A): Unit = access(AccessKind.Writes):
    content = value

  /** Returns the value before. */
  @Writes def getAndSet(value: A): A = access(AccessKind.Writes):
    val before = content
    content = value
    before

  /** Replaces the value by the result of `f`, and returns the result. */
  @Writes def update(f: A => A): A = access(AccessKind.Writes):
    content = f(content)
    content

  /** Replaces the value by the result of `f`; returns the value before. */
  @Writes def getAndUpdate(f: A => A): A = access(AccessKind.Writes):
    val before = content
    content = f(before)
    before

  /** Sets the value if `expected` is the one there. */
  @Writes def compareAndSet(expected: A, value: A): Boolean = access(AccessKind.Writes):
    val same = content == expected
    if same then content = value
    same
end SharedRef
