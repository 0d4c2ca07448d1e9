package eddy.social.internal

import java.lang.Character as Ch
import java.util.Locale

import com.ibm.icu.text.SpoofChecker

/** What names look like, by the tables of Unicode Technical Standard 39. */
private[social] object NameLooks:
  // immutable
  private val checker = SpoofChecker.Builder().build

  /** Whether the character is one that the standard recommends for names: neither invisible nor historic. */
  def isRecommended(c: Int): Boolean = SpoofChecker.RECOMMENDED.contains(c)

  /** Equal for names that look alike, in capitals or small letters: their skeleton. `I`, `l`, `i` and `1`
    * count as one, since a capital `I` looks like `l`.
    *
    * @param key of the name
    */
  def of(key: String): String =
    checker.getSkeleton(key).nn.toLowerCase(Locale.ROOT).nn.replace('i', 'l')

  /** Whether all letters look like Latin ones. */
  def isLikeLatin(letters: String): Boolean =
    val looks = checker.getSkeleton(letters).nn.codePoints.filter(Ch.isLetter(_)).toArray
    looks.nonEmpty && looks.forall(isLatin)

  private def isLatin(c: Int) = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
end NameLooks
