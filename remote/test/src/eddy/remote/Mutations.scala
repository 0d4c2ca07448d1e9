package eddy.remote

import scala.util.Random

/** Bytes that nobody wrote. */
object Mutations:
  /** Flips, cuts, repeats, exchanges, and numbers that are larger than they look. */
  def of(valid: Array[Byte], other: Array[Byte])(using random: Random): Array[Byte] =
    def at = random.nextInt(valid.length + 1)
    random.nextInt(8) match
      case 0 => valid.take(at)
      case 1 => valid.take(at) ++ other.drop(random.nextInt(other.length + 1))
      case 2 => valid ++ valid.take(at)
      case 3 =>
        val (from, bytes) = (at, new Array[Byte](1 + random.nextInt(10)))
        random.nextBytes(bytes)
        valid.take(from) ++ bytes ++ valid.drop(from)
      case 4 =>
        val from = at
        valid.take(from) ++ Array.fill[Byte](random.nextInt(12))(-1) ++ Array(random.nextInt(128).toByte) ++
          valid.drop(from + 1)
      case _ =>
        val bytes = valid.clone
        for _ <- 0 to random.nextInt(3) if bytes.nonEmpty do
          bytes(random.nextInt(bytes.length)) = random.nextInt(9) match
            case 0 => 0
            case 1 => 1
            case 2 => -1
            case 3 => 0x7f
            case _ => random.nextInt().toByte
        bytes
    end match
  end of
end Mutations
