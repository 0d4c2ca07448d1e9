package eddy.social.internal

import eddy.social.SocialConfig

import java.lang.Character.UnicodeScript
import java.lang.Character as Ch
import java.text.Normalizer
import java.util.Locale

/** A name that a user can have.
  *
  * @param text as it is shown: what the user wrote, in normal form NFKC
  * @param key equal for names that count as the same: they differ in case or in compatible characters only
  * @param look equal for names that look alike, of which one can exist
  */
private[social] final case class UserName private (text: String, key: String, look: String)

private[social] object UserName:
  /** The name, or why it is not permitted. Letters of one script, the digits 0 to 9, and single `.`, `_` and
    * `-` between them. Not permitted are characters that the Unicode Technical Standard 39 does not recommend
    * for names, such as invisible ones; letters of several scripts; letters of another script that all look
    * like Latin ones; and names that are reserved.
    */
  def of(raw: String, config: SocialConfig): Either[String, UserName] =
    val name = Normalizer.normalize(raw, Normalizer.Form.NFKC).nn
    val points = codePoints(name)
    val scripts =
      points.filter(c => c != Prolonged && (Ch.isLetter(c) || isMark(c))).map(UnicodeScript.of).distinct
    if points.length < config.minNameLength || points.length > config.maxNameLength then
      Left(
        s"The name has ${points.length} characters. It must have ${config.minNameLength} to " +
          s"${config.maxNameLength}."
      )
    else if scripts.isEmpty then Left("The name has no letter. Add one.")
    else
      points.find(c => !isPermitted(c)) match
        case Some(bad) =>
          Left(f"The name contains the character U+$bad%04X. Permitted are letters, 0 to 9, and . _ -")
        case None if badSeparators.findFirstIn(name).isDefined =>
          Left("The characters . _ - must be single, and between letters or digits.")
        case None if scripts.length > 1 && !scripts.forall(japanese) && !scripts.forall(korean) =>
          Left("The name has letters of several scripts. Use one script.")
        case None if isMisplaced(points) =>
          Left("The character U+30FC must be behind Hiragana or Katakana.")
        case None if looksLatin(name, scripts) =>
          Left(
            "The name consists of letters that look like Latin ones. Use Latin letters, or others as well."
          )
        case None =>
          val key = folded(name)
          val look = NameLooks.of(key)
          if ReservedNames.has(look) then Left("The name is reserved, or looks like one that is.")
          else Right(UserName(name, key, look))
    end if
  end of

  /** The key of a name that somebody is looked for by; it need not be permitted. */
  def keyOf(raw: String): String = folded(Normalizer.normalize(raw, Normalizer.Form.NFKC).nn)

  private def codePoints(text: String): Vector[Int] =
    def from(i: Int) = Option.when(i < text.length)((text.codePointAt(i), text.offsetByCodePoints(i, 1)))
    Vector.unfold(0)(from)

  // first to capitals: letters without capitals of their own become those that they look like
  private def folded(text: String): String =
    val small = text.toUpperCase(Locale.ROOT).nn.toLowerCase(Locale.ROOT).nn
    Normalizer.normalize(small, Normalizer.Form.NFKC).nn

  private val badSeparators = "^[._-]|[._-]$|[._-]{2}".r

  private val separators = Set[Int]('.', '_', '-')

  private def isMark(c: Int) =
    val kind = Ch.getType(c)
    kind == Ch.NON_SPACING_MARK || kind == Ch.COMBINING_SPACING_MARK

  /** A mark that belongs to one script is part of its letters; others can be put on any letter. */
  private def isPermitted(c: Int) =
    c >= '0' && c <= '9' || separators(c) || c == Prolonged ||
      NameLooks.isRecommended(c) && (Ch.isLetter(c) && !lookAlikes(c) || isMark(c)) && !anyScript(c)

  /** Such letters and marks look like signs, or can be put on any letter. */
  private def anyScript(c: Int) =
    val script = UnicodeScript.of(c)
    script == UnicodeScript.COMMON || script == UnicodeScript.INHERITED

  // Latin letters that look like i and k
  private val lookAlikes = Set(0x131, 0x138)

  // makes the vowel before it long; it looks like a dash, and like the digit 1 in Chinese
  private val Prolonged = 0x30fc

  private def isMisplaced(points: Vector[Int]) =
    def isSyllable(c: Int) =
      c == Prolonged || UnicodeScript.of(c) == UnicodeScript.HIRAGANA || UnicodeScript.of(c) ==
        UnicodeScript.KATAKANA
    points.headOption.contains(Prolonged) ||
    points.sliding(2).exists { case Seq(before, c) => c == Prolonged && !isSyllable(before); case _ => false }

  private val japanese = Set(UnicodeScript.HAN, UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA)
  private val korean = Set(UnicodeScript.HAN, UnicodeScript.HANGUL)

  private def looksLatin(name: String, scripts: Vector[UnicodeScript]) =
    !scripts.contains(UnicodeScript.LATIN) &&
      (NameLooks.isLikeLatin(name) || NameLooks.isLikeLatin(folded(name)))
end UserName
