package acme

/** Of another library, whose documentation says that threads may share it. */
final class Meter:
  private var marks = 0L
  def mark(): Unit = synchronized(marks += 1)
  def total: Long = synchronized(marks)

/** Of the same, for one thread at a time. */
final class Tape:
  private var texts = List.empty[String]
  def record(text: String): Unit = texts ::= text
  def recorded: List[String] = texts

enum Shade derives CanEqual:
  case Light, Dark
  def isDark: Boolean = this == Dark

/** Keeps functions to call in a map that its maker provides. */
final class Bell(heard: java.util.Map[String, Runnable]):
  def ring(): Unit = heard.forEach((_, r) => r.run())
