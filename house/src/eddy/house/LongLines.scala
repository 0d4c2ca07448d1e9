package eddy.house

/** Finds lines of prose over 110 columns: in comments, names of tests, and documents.
  *
  * Tables and indented code in documents do not count.
  */
object LongLines:
  private val columns = 110
  private val testName = """\s*(test|property)\(.*""".r

  def in(page: TextFile): Seq[Finding] =
    find(page)((line, _) => !line.startsWith("|") && !line.startsWith("    "))

  def in(source: Source): Seq[Finding] =
    find(source.file): (line, start) =>
      source.hasComment(start, start + line.length) || source.file.isTest && testName.matches(line)

  def in(script: Script): Seq[Finding] = find(script.file)((line, _) => script.isComment(line))

  def in(text: PlainText): Seq[Finding] = find(text.file)((_, _) => true)

  private def find(file: TextFile)(isProse: (String, Int) => Boolean): Seq[Finding] =
    val lines = file.text.split('\n')
    for
      (line, start) <- lines.zip(lines.scanLeft(0)(_ + _.length + 1)).toSeq
      length = line.codePointCount(0, line.length)
      if length > columns && isProse(line, start)
    yield Finding.in(file, start, s"$length columns", s"lines of at most $columns columns")
end LongLines
