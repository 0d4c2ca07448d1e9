package eddy.launcher.config

import eddy.web.SecretNames

/** Keeps secrets out of the output of the configuration. They belong into files of their own, but addresses may
  * hold some, and a user may put one under the wrong key.
  */
private[launcher] object Secrets:
  private val Mask = "…"

  /** A value as it is shown. */
  def shown(key: String, text: String): String =
    val name = key.substring(key.lastIndexOf('.') + 1)
    val mayHoldOne = SecretNames.isSecret(name) && !name.endsWith("-file") && !Harmless(key)
    if mayHoldOne && !text.matches("\"?(none)?\"?|\\[\\]|null") then Mask
    else if text.contains("PRIVATE KEY-----") then Mask
    else masked(text)

  /** A text that may hold addresses: without who they log in as, and without the values of secret
    * parameters.
    */
  def masked(text: String): String =
    parameter.replaceAllIn(
      login.replaceAllIn(text, java.util.regex.Matcher.quoteReplacement(s"://$Mask@")),
      found =>
        val name = String.valueOf(found.group(1))
        val shown = if SecretNames.isSecret(name) then s"$name=$Mask" else found.matched.nn
        java.util.regex.Matcher.quoteReplacement(shown)
    )

  /** Named after secrets, but they hold none: names of parameters, and as any `-file` the name of a file. */
  private val Harmless = Set("eddy.tls.key", "eddy.web.secret-parameters")

  // up to the last @: a password may hold one, or a slash
  private val login = "://[^\\s\"]*@".r

  /** In queries, and in what JDBC and brokers have instead of them. */
  private val parameter = "([\\w.%\\[\\]-]+)=([^&;)\\s\"]*)".r
end Secrets
