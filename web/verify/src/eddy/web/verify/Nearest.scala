package eddy.web.verify

/** Finds what somebody meant to type. */
private[eddy] object Nearest:
  /** The candidate nearest to `word`, if one is near: at most a third of its letters differ, or it begins
    * alike.
    */
  def to(word: String, candidates: Iterable[String]): Option[String] =
    val near = candidates.iterator.map(c => c -> distance(word.toLowerCase, c.toLowerCase)).filter: (c, d) =>
      d <= math.max(1, math.max(word.length, c.length) / 3)
    near.minByOption((c, d) => (d, c)).map(_(0)).orElse(beginning(word, candidates))

  private def beginning(word: String, candidates: Iterable[String]): Option[String] =
    if word.length < 2 then None
    else
      candidates.filter(_.startsWith(word)).toList.sorted match
        case List(one) => Some(one)
        case _ => None

  /** How many letters to insert, delete, replace or swap with the next (optimal string alignment). */
  def distance(a: String, b: String): Int =
    val d =
      Array.tabulate(a.length + 1, b.length + 1)((i, j) => if i == 0 then j else if j == 0 then i else 0)
    for i <- 1 to a.length; j <- 1 to b.length do
      val cost = if a(i - 1) == b(j - 1) then 0 else 1
      d(i)(j) = math.min(math.min(d(i - 1)(j) + 1, d(i)(j - 1) + 1), d(i - 1)(j - 1) + cost)
      if i > 1 && j > 1 && a(i - 1) == b(j - 2) && a(i - 2) == b(j - 1) then
        d(i)(j) = math.min(d(i)(j), d(i - 2)(j - 2) + 1)
    d(a.length)(b.length)
end Nearest
