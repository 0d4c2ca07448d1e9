package everyday

import scala.jdk.CollectionConverters.*

object Everyday:
  /** Locked are single objects, or all of a type, but not everything. */
  val exact: List[Row] =
    Cursors.changing ++ Orders.all ++ Behind.all ++ Daily.language ++ Daily.collections ++ Daily.generic ++ Daily.libraries ++
      Libraries.rows ++
      DailyJava.rows().nn.asScala ++ Observed.rows().nn.asScala

  /** Nobody knows what they touch. */
  val alone: List[Row] = Daily.kept ++ Cursors.captured ++ Cursors.enumerations

  /** They change nothing. */
  val reading: List[Row] = Cursors.reading
