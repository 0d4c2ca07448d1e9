package eddy.launcher

/** What there is to say about the commands, in files that the script ./eddy shows, too, when nothing is built yet. */
private[launcher] object HelpPages:
  /** About all commands. */
  def all: String = text("usage.txt").getOrElse(throw IllegalStateException("usage.txt is missing"))

  /** About one command, such as `Seq("bench", "chat")`.
    * @throws Refusal when there is none of that name, with what may have been meant
    */
  def of(command: Seq[String]): String =
    text(s"help/${command.mkString("-")}.txt").getOrElse(Grammar.usage(command))

  private def text(name: String): Option[String] =
    Option(getClass.getResourceAsStream(name)).map: stream =>
      try new String(stream.readAllBytes, "UTF-8")
      finally stream.close()
end HelpPages
