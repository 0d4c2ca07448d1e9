package eddy.web.verify

/** A command line, taken apart. `command` is `Seq("bench", "chat")` for `./eddy bench chat --messages 100`.
  *
  * @param program what the user has called, for messages
  */
private[eddy] final case class Words(
    command: Seq[String],
    options: Map[String, String],
    rest: Seq[String],
    program: String = "./eddy"
):
  /** Where to read on. */
  def seeHelp: String = s"see $program help ${command.mkString(" ")}"
