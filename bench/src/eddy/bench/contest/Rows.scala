package eddy.bench.contest

/** Rows of a CSV file. */
private[bench] object Rows:
  def text(header: Seq[String], rows: Seq[Seq[String]]): String =
    (header +: rows).map(_.map(field).mkString(",")).mkString("", "\n", "\n")

  private def field(text: String): String =
    if text.exists(c => c == ',' || c == '"' || c == '\n') then s"\"${text.replace("\"", "\"\"")}\"" else text
