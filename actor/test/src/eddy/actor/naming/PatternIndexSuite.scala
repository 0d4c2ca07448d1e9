package eddy.actor
package naming

import eddy.actor.spi.PatternIndex
import eddy.testing.PatientSuite

/** Which channels a pattern stands for. */
class PatternIndexSuite extends PatientSuite:
  private val segments = List("a", "b", "")

  private def paths(of: List[String], upTo: Int): List[String] =
    (1 to upTo).toList.flatMap(n =>
      List.fill(n)(of).foldRight(List(List.empty[String]))((one, rest) =>
        for
          s <- one
          r <- rest
        yield s :: r
      )
    ).map(_.mkString("/"))

  test("one pattern matches what an index with only this one finds"):
    val patterns = paths(segments :+ "*", 3).flatMap(p => List(p, s"$p/**")) :+ "**"
    for
      pattern <- patterns
      index = PatternIndex.empty[Unit].add(pattern, ())
      channel <- paths(segments, 4)
    do
      if PatternIndex.matches(pattern, channel) != index.matching(channel).nonEmpty then
        fail(s"$pattern and $channel")

  test("a star stands for one segment, two for one or more"):
    val matches = List("/a/*" -> "/a/b", "/a/**" -> "/a/b", "/a/**" -> "/a/b/c", "/a" -> "/a")
    val others = List("/a/*" -> "/a", "/a/*" -> "/a/b/c", "/a/**" -> "/a", "/a" -> "/b", "/a/*" -> "/b/c")
    for (pattern, channel) <- matches do assert(PatternIndex.matches(pattern, channel), s"$pattern, $channel")
    for (pattern, channel) <- others do assert(!PatternIndex.matches(pattern, channel), s"$pattern, $channel")
end PatternIndexSuite
