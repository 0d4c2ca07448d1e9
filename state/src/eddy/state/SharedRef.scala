package eddy.state

/** A variable that callbacks share. */
final class SharedRef[A](initial: A) extends SharedObject:
  private var content = initial
  @Reads def get: A = content
  @Writes def set(value: A): Unit = content = value
  @Writes def update(f: A => A): A =
    content = f(content)
    content
