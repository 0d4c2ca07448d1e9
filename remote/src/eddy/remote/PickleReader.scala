package eddy.remote

import eddy.remote.internal.wire.PickleFailure

import scala.util.control.NonFatal

/** Reads values that a [[Pickler]] of this release, or of another one, has written. Any thread may use it. */
abstract class PickleReader[A] private[remote] ():
  /** The value that exactly these bytes hold. It reads in linear time, allocates what the bytes justify, and
    * throws nothing: an exception of the user's code, such as a `require` of a case class, is a reason, too.
    */
  final def read(bytes: Array[Byte]): Either[Unreadable, A] = read(bytes, 0, bytes.length)

  /** The same for the bytes from `from` until `until`; positions count from `from`. */
  final def read(bytes: Array[Byte], from: Int, until: Int): Either[Unreadable, A] =
    java.util.Objects.checkFromToIndex(from, until, bytes.length): Unit
    val in = PickleInput(bytes, from, until)
    PickleReader.attempt(in)(readFrom(in))

  /** Cases of the writer's release that cannot be read, with the reason. Empty if all can. A case that the
    * writer does not have is not listed.
    */
  def unreadableCases: Seq[String] = Nil

  /** Throws a [[PickleFailure]], or what code of the user throws. */
  private[eddy] def readFrom(in: PickleInput): A
end PickleReader

private[remote] object PickleReader:
  inline def attempt[A](in: PickleInput)(inline body: A): Either[Unreadable, A] =
    try
      val value = body
      if in.remaining != 0 then Left(Unreadable(s"${in.remaining} bytes follow the value", "", in.position))
      else Right(value)
    catch
      case deep: StackOverflowError => unreadable(deep, in)
      case NonFatal(cause) => unreadable(cause, in)

  private def unreadable(cause: Throwable, in: PickleInput) =
    val failure = PickleFailure.of(cause)
    Left(Unreadable(failure.reason, failure.path, in.position))
