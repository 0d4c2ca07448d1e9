package eddy.bench.abuse

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** The heap in use after collections of a server, from the file of `-Xlog:gc`; in MB. One thread. */
private[bench] final class HeapLog(file: Path):
  private val collection = """.*GC\(\d+\) .*? \d+M->(\d+)M\((\d+)M\).*""".r
  private var read = 0

  /** The most that was left by a collection since this was last asked; none if there was none. */
  def mostLeft(): Option[Long] =
    val lines = if Files.exists(file) then Files.readAllLines(file).asScala.toVector else Vector.empty
    val news = lines.drop(read)
    read = lines.size
    news.collect { case collection(left, _) => left.nn.toLong }.maxOption
