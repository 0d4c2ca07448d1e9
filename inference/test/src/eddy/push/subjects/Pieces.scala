package eddy.push.subjects

/** An iterator as modules of Eddy have them, which nobody else gets hold of. */
final class Pieces(more: () => Boolean) extends Iterator[String]:
  def hasNext: Boolean = more()
  def next(): String = "a"
