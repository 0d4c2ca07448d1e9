package eddy.house

/** One violation of a rule.
  *
  * @param key what the exceptions file counts by: a module, or the name of a type
  * @param file relative to the checkout; empty for a finding that concerns the whole module
  * @param line from 1; 0 if it is not known
  * @param instead the remedy
  * @param size the number of types or packages in a group; 1 for all other findings
  */
final case class Finding(key: String, file: String, line: Int, text: String, instead: String, size: Int = 1):
  override def toString: String =
    val at = if file.isEmpty then key else if line == 0 then file else s"$file:$line"
    s"$at: $text; instead: $instead"

object Finding:
  /** A finding at an offset of a file, counted for the file's module. */
  def in(file: TextFile, offset: Int, text: String, instead: String): Finding =
    Finding(file.module, file.path, file.lineOf(offset), text, instead)

  /** A finding that concerns a module as a whole. */
  def of(module: String, text: String, instead: String, size: Int = 1): Finding =
    Finding(module, "", 0, text, instead, size)
