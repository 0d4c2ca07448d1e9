package eddy.house

import java.util.regex.MatchResult

/** Finds retired words in documents, comments, messages and names of tests. */
final class RetiredWords(words: Seq[RetiredWord]):
  def in(page: TextFile): Seq[Finding] = find(page, Seq(Passage(0, Prose.of(page.text))))

  def in(source: Source): Seq[Finding] =
    val file = source.file
    val strings =
      if file.isTest then source.testNames
      else if RetiredWords.hasMessages(file) then source.strings.filter(s => RetiredWords.isSentence(s.text))
      else Nil
    find(file, source.comments ++ strings)

  def in(script: Script): Seq[Finding] = find(script.file, script.comments)

  def in(text: PlainText): Seq[Finding] = find(text.file, Seq(Passage(0, text.file.text)))

  private def find(file: TextFile, passages: Seq[Passage]): Seq[Finding] =
    for
      passage <- passages
      word <- words
      found <- word.pattern.allIn(passage.text)
    yield
      val (start, text) = trimmed(found)
      Finding.in(file, passage.start + start, s"\"$text\"", word.instead)

  /** Without the punctuation and spaces ahead of the words, which may lie on the line before. */
  private def trimmed(found: MatchResult) =
    val skipped = found.group.indexWhere(Character.isLetterOrDigit).max(0)
    (found.start + skipped, found.group.drop(skipped).replaceAll("\\s+", " "))
end RetiredWords

object RetiredWords:
  private val sentence = "[a-z,] [a-z]".r.unanchored

  private def isSentence(text: String) = sentence.matches(text)

  private def hasMessages(file: TextFile) = file.extension == "scala" || file.extension == "mill"
