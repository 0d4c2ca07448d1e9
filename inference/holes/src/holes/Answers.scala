package holes

/** Its class for answers is redefined while the program runs. */
final class HiddenAnswer:
  val asks: String => Unit = key => Answer1().give(key)

final class Answer1:
  def give(key: String): Unit = println(key)

/** Takes the place of the class above, which has a name of the same length. */
final class Answer2:
  def give(key: String): Unit = Common.map(key) = 1
