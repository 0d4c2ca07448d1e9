package eddy.web.internal

import java.io.ByteArrayInputStream
import java.util.zip.GZIPInputStream
import scala.util.Random

class GzipPiecesSuite extends eddy.testing.PatientSuite:
  private def expanded(zipped: Array[Byte]): Array[Byte] =
    GZIPInputStream(ByteArrayInputStream(zipped)).readAllBytes

  test("pieces of any size are one gzip file of their contents together"):
    for seed <- 1 to 30 do
      val random = Random(seed)
      val gzip = GzipPieces()
      val pieces = Seq.fill(random.nextInt(20))(random.nextInt(5) match
        case 0 => random.nextBytes(1 + random.nextInt(40_000))
        case 1 => Array.fill(1 + random.nextInt(100_000))('x'.toByte)
        case _ => s"event ${random.nextInt(9)} of ${random.nextInt(9)}".getBytes)
      val zipped = pieces.map(gzip.next) :+ gzip.end()
      assertEquals(expanded(zipped.reduce(_ ++ _)).toSeq, pieces.flatten, s"seed $seed")

  test("a piece can be read before the next is made"):
    val gzip = GzipPieces()
    val first = GZIPInputStream(ByteArrayInputStream(gzip.next("first".getBytes)))
    assertEquals(String(first.readNBytes(5)), "first")

  test("a piece refers to those before, as far as they are remembered"):
    val gzip = GzipPieces()
    val noise = Random(1).nextBytes(GzipPieces.Remembered)
    assert(gzip.next(noise).length > noise.length)
    val again = Seq.fill(3)(gzip.next(noise).length)
    assert(again.forall(_ < 200), again.toString)
    gzip.next(Random(2).nextBytes(GzipPieces.Remembered)): Unit
    assert(gzip.next(noise).length > noise.length, "what was forgotten was referred to")
end GzipPiecesSuite
