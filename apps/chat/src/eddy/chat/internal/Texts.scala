package eddy.chat.internal

import eddy.chat.{ChatConfig, RefusalCode}

/** What may be said. Any character that a browser shows as text may be; what it shows it as is the client's care. */
private[chat] object Texts:
  /** The text as it will be published: normal form NFC, lines ended by `\n`, no other controls, no long gaps. */
  def clean(raw: String, config: ChatConfig): Either[(RefusalCode, String), String] =
    val lines = Names.nfc(raw).replace("\r\n", "\n").nn.replace('\r', '\n').nn
    val text =
      lines.filter(c => c == '\n' || c == '\t' || !c.isControl).replaceAll("\n{3,}", "\n\n").nn.strip.nn
    if text.isEmpty then Left(RefusalCode.TextEmpty -> "The message is empty: write something.")
    else if Names.length(text) > config.maxTextLength then
      Left(
        RefusalCode.TextTooLong ->
          s"The message has ${Names.length(text)} characters: the limit is ${config.maxTextLength}. Send it in parts."
      )
    else Right(text)
end Texts
