package eddy.house

import java.util.regex.{MatchResult, Pattern}
import scala.jdk.CollectionConverters.*

extension (pattern: Pattern)
  /** All matches in `text`, in order. */
  private[house] def allIn(text: String): Seq[MatchResult] =
    pattern.matcher(text).results.toList.asScala.toSeq
