package eddy.bench.peers.artery

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.US_ASCII

import com.typesafe.config.{Config, ConfigFactory}
import org.apache.pekko.actor.ExtendedActorSystem
import org.apache.pekko.serialization.{ByteBufferSerializer, SerializerWithStringManifest}

/** How messages become bytes. */
private[artery] enum Serializers(val name: String):
  /** By hand, into the buffer that is sent, as in Artery's own measurements. */
  case Tuned extends Serializers("tuned")

  /** As its users do it: Jackson, as CBOR. */
  case Jackson extends Serializers("jackson")

  def config: Config = ConfigFactory.parseString(s"""pekko.actor.serialization-bindings {
    "eddy.bench.peers.artery.Wire" = ${if this == Tuned then "tuned" else "jackson-cbor"}
  }""").nn

private[artery] object Serializers:
  def of(name: String): Serializers = values.find(_.name == name).getOrElse(
    throw IllegalArgumentException(s"the first argument must be tuned or jackson, not $name")
  )

/** By hand. */
private[artery] final class TunedSerializer(val system: ExtendedActorSystem)
    extends SerializerWithStringManifest, ByteBufferSerializer:
  import Wire.*

  def identifier: Int = 7801

  def manifest(message: AnyRef): String = message match
    case _: Ball => "b"
    case _: Data => "d"
    case _: Mark => "m"
    case _: Acknowledged => "a"
    case _: Question => "q"
    case _: Answer => "r"
    case _: News => "n"
    case _: RoundOver => "o"
    case _: Start => "s"
    case _: Started => "t"
    case _: End => "e"
    case other => throw IllegalArgumentException(s"$other")

  def toBinary(message: AnyRef, buffer: ByteBuffer): Unit = message match
    case Ball(count, payload) => buffer.putLong(count).nn.put(payload): Unit
    case Data(payload) => buffer.put(payload): Unit
    case Mark(payload) => buffer.put(payload): Unit
    case Acknowledged(bytes) => buffer.putLong(bytes): Unit
    case Question(count) => buffer.putInt(count): Unit
    case Answer(count) => buffer.putInt(count): Unit
    case News(last) => buffer.putLong(last): Unit
    case RoundOver(received) => buffer.putLong(received): Unit
    case Start(kind, count) => buffer.putInt(count).nn.put(kind.getBytes(US_ASCII)): Unit
    case Started(count) => buffer.putInt(count): Unit
    case End(count) => buffer.putInt(count): Unit
    case other => throw IllegalArgumentException(s"$other")

  def fromBinary(buffer: ByteBuffer, manifest: String): AnyRef = manifest match
    case "b" => Ball(buffer.getLong, rest(buffer))
    case "d" => Data(rest(buffer))
    case "m" => Mark(rest(buffer))
    case "a" => Acknowledged(buffer.getLong)
    case "q" => Question(buffer.getInt)
    case "r" => Answer(buffer.getInt)
    case "n" => News(buffer.getLong)
    case "o" => RoundOver(buffer.getLong)
    case "s" =>
      val count = buffer.getInt
      Start(String(rest(buffer), US_ASCII), count)
    case "t" => Started(buffer.getInt)
    case "e" => End(buffer.getInt)
    case other => throw IllegalArgumentException(other)

  private def rest(buffer: ByteBuffer): Array[Byte] =
    val bytes = new Array[Byte](buffer.remaining)
    buffer.get(bytes): Unit
    bytes

  def toBinary(message: AnyRef): Array[Byte] =
    val buffer = ByteBuffer.allocate(11 << 20).nn
    toBinary(message, buffer)
    buffer.array.nn.take(buffer.position)

  def fromBinary(bytes: Array[Byte], manifest: String): AnyRef =
    fromBinary(ByteBuffer.wrap(bytes).nn, manifest)
end TunedSerializer
