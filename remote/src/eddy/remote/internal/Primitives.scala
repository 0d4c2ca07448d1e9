package eddy.remote.internal

import eddy.actor.ActorRef
import eddy.remote.internal.schema.{Kind, SchemaType}
import eddy.remote.internal.wire.Limits
import eddy.remote.{PickleInput, PickleOutput, PickleReader, Pickler}

import java.math.{BigDecimal as JavaBigDecimal, BigInteger}
import java.time.{Duration as JavaDuration, Instant}
import java.util.UUID
import scala.concurrent.duration.{Duration, FiniteDuration}

/** Picklers of types without parts. */
private[remote] object Primitives:
  /** @param widened readers of the smaller integers, which this type can hold */
  sealed abstract class Primitive[A](kind: Kind, widened: Map[Kind, PickleInput => A] = Map.empty)
      extends Pickler[A]:
    private[remote] def describe(description: Description): Int = description.of(this)(SchemaType(kind))
    private[remote] def evolve(evolution: Evolution, index: Int): PickleReader[A] =
      val node = evolution.node(index)
      if node.kind == kind then this
      else
        widened.get(node.kind) match
          case Some(read) => Widened(read)
          case None => Evolution.mismatch(kind.word, node)
  end Primitive

  private final class Widened[A](read: PickleInput => A) extends PickleReader[A]:
    private[eddy] def readFrom(in: PickleInput): A = read(in)

  object OfUnit extends Primitive[Unit](Kind.Unit):
    private[eddy] def writeTo(value: Unit, out: PickleOutput): Unit = ()
    private[eddy] def readFrom(in: PickleInput): Unit = ()

  object OfBoolean extends Primitive[Boolean](Kind.Boolean):
    private[eddy] def writeTo(value: Boolean, out: PickleOutput): Unit = out.writeBoolean(value)
    private[eddy] def readFrom(in: PickleInput): Boolean = in.readBoolean()

  object OfByte extends Primitive[Byte](Kind.Byte):
    private[eddy] def writeTo(value: Byte, out: PickleOutput): Unit = out.writeByte(value)
    private[eddy] def readFrom(in: PickleInput): Byte = in.readByte()

  object OfShort extends Primitive[Short](Kind.Short, Map(Kind.Byte -> (_.readByte()))):
    private[eddy] def writeTo(value: Short, out: PickleOutput): Unit = out.writeInt(value)
    private[eddy] def readFrom(in: PickleInput): Short =
      val value = in.readInt()
      if value != value.toShort then in.fail(s"$value is no Short")
      value.toShort

  object OfInt
      extends Primitive[Int](Kind.Int, Map(Kind.Byte -> (_.readByte()), Kind.Short -> (OfShort.readFrom(_)))):
    private[eddy] def writeTo(value: Int, out: PickleOutput): Unit = out.writeInt(value)
    private[eddy] def readFrom(in: PickleInput): Int = in.readInt()

  object OfLong
      extends Primitive[Long](
        Kind.Long,
        Map(Kind.Byte -> (_.readByte()), Kind.Short -> (OfShort.readFrom(_)), Kind.Int -> (_.readInt()))
      ):
    private[eddy] def writeTo(value: Long, out: PickleOutput): Unit = out.writeLong(value)
    private[eddy] def readFrom(in: PickleInput): Long = in.readLong()

  object OfChar extends Primitive[Char](Kind.Char):
    private[eddy] def writeTo(value: Char, out: PickleOutput): Unit = out.writeUnsigned(value)
    private[eddy] def readFrom(in: PickleInput): Char =
      val value = in.readUnsigned()
      if value != value.toChar then in.fail(s"${Integer.toUnsignedString(value)} is no Char")
      value.toChar

  object OfFloat extends Primitive[Float](Kind.Float):
    private[eddy] def writeTo(value: Float, out: PickleOutput): Unit = out.writeFloat(value)
    private[eddy] def readFrom(in: PickleInput): Float = in.readFloat()

  object OfDouble extends Primitive[Double](Kind.Double):
    private[eddy] def writeTo(value: Double, out: PickleOutput): Unit = out.writeDouble(value)
    private[eddy] def readFrom(in: PickleInput): Double = in.readDouble()

  object OfString extends Primitive[String](Kind.String):
    private[eddy] def writeTo(value: String, out: PickleOutput): Unit = out.writeString(value)
    private[eddy] def readFrom(in: PickleInput): String = in.readString()

  object OfBytes extends Primitive[Array[Byte]](Kind.Bytes):
    private[eddy] def writeTo(value: Array[Byte], out: PickleOutput): Unit = out.writeBytes(value)
    private[eddy] def readFrom(in: PickleInput): Array[Byte] = in.readBytes()

  /** The number of bytes, then two's complement, highest byte first and as short as possible. */
  object OfBigInt extends Primitive[BigInt](Kind.BigInt):
    private[eddy] def writeTo(value: BigInt, out: PickleOutput): Unit = out.writeBytes(value.toByteArray)
    private[eddy] def readFrom(in: PickleInput): BigInt = BigInt(readInteger(in))

  /** The scale, then the unscaled number as a BigInt. The precision of later calculations is not written. */
  object OfBigDecimal extends Primitive[BigDecimal](Kind.BigDecimal):
    private[eddy] def writeTo(value: BigDecimal, out: PickleOutput): Unit =
      out.writeInt(value.bigDecimal.scale)
      val digits = value.bigDecimal.unscaledValue.toByteArray
      if digits.length > Limits.decimalBytes then out.fail(tooLong)
      out.writeBytes(digits)
    private[eddy] def readFrom(in: PickleInput): BigDecimal =
      val scale = in.readInt()
      val digits = readInteger(in)
      if digits.bitLength / 8 >= Limits.decimalBytes then in.fail(tooLong)
      BigDecimal(JavaBigDecimal(digits, scale))
    private def tooLong = s"a decimal has more than ${Limits.decimalBytes} bytes of digits"

  private def readInteger(in: PickleInput): BigInteger =
    val bytes = in.readBytes()
    if bytes.length == 0 then in.fail("a number has no byte")
    if bytes.length > 1 && bytes(0) == bytes(1) >> 7 && (bytes(0) == 0 || bytes(0) == -1) then
      in.fail("a number has more bytes than it needs")
    if bytes.length > maxIntegerBytes then in.fail(s"a number has more than $maxIntegerBytes bytes")
    // its hash code visits all of them each time
    in.countSteps(bytes.length / 8)
    BigInteger(bytes)
  // BigInteger takes no more than 2^31 bits
  private val maxIntegerBytes = 1 << 28

  /** 16 bytes, highest first. */
  object OfUuid extends Primitive[UUID](Kind.Uuid):
    private[eddy] def writeTo(value: UUID, out: PickleOutput): Unit =
      out.writeFixedLong(java.lang.Long.reverseBytes(value.getMostSignificantBits))
      out.writeFixedLong(java.lang.Long.reverseBytes(value.getLeastSignificantBits))
    private[eddy] def readFrom(in: PickleInput): UUID =
      UUID(java.lang.Long.reverseBytes(in.readFixedLong()), java.lang.Long.reverseBytes(in.readFixedLong()))

  /** Seconds, then nanoseconds from 0. */
  object OfInstant extends Primitive[Instant](Kind.Instant):
    private[eddy] def writeTo(value: Instant, out: PickleOutput): Unit =
      out.writeLong(value.getEpochSecond)
      out.writeUnsigned(value.getNano)
    private[eddy] def readFrom(in: PickleInput): Instant =
      val seconds = in.readLong()
      if seconds < Instant.MIN.getEpochSecond || seconds > Instant.MAX.getEpochSecond then
        in.fail(s"$seconds seconds are no Instant")
      Instant.ofEpochSecond(seconds, readNanos(in))

  /** As an Instant. */
  object OfJavaDuration extends Primitive[JavaDuration](Kind.JavaDuration):
    private[eddy] def writeTo(value: JavaDuration, out: PickleOutput): Unit =
      out.writeLong(value.getSeconds)
      out.writeUnsigned(value.getNano)
    private[eddy] def readFrom(in: PickleInput): JavaDuration =
      JavaDuration.ofSeconds(in.readLong(), readNanos(in))

  private def readNanos(in: PickleInput): Long =
    val nanos = in.readUnsigned()
    if nanos < 0 || nanos > 999_999_999 then in.fail("a second has 1,000,000,000 nanoseconds")
    nanos

  /** Nanoseconds. */
  object OfDuration extends Primitive[FiniteDuration](Kind.Duration):
    private[eddy] def writeTo(value: FiniteDuration, out: PickleOutput): Unit = out.writeLong(value.toNanos)
    private[eddy] def readFrom(in: PickleInput): FiniteDuration =
      val nanos = in.readLong()
      if nanos == Long.MinValue then in.fail("a duration exceeds 2^63 - 1 nanoseconds")
      Duration.fromNanos(nanos)

  /** The node's place in the tables of the session, then the number of the actor there.
    *
    * @param protocol of the messages to the actor; null: none is sent to it
    */
  final class OfAddress[M](protocol: PickleReader[M] | Null) extends Primitive[ActorRef[M]](Kind.Address):
    private[eddy] def writeTo(value: ActorRef[M], out: PickleOutput): Unit = out.addresses match
      case null => out.fail("an address can be written only in a message to another node")
      case writer => writer.write(value, protocol, out)
    private[eddy] def readFrom(in: PickleInput): ActorRef[M] = in.addresses match
      case null => in.fail("an address can be read only in a message of another node")
      case reader => reader.read(protocol, in).asInstanceOf[ActorRef[M]]
end Primitives
