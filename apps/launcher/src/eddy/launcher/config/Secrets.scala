package eddy.launcher.config

import java.net.URLDecoder
import java.nio.charset.StandardCharsets.UTF_8

/** Keeps secrets out of the output of the configuration. They belong into files of their own, but addresses may
  * hold some, and a user may put one under the wrong key.
  */
private[launcher] object Secrets:
  private val Mask = "…"

  /** A value as it is shown. */
  def shown(key: String, text: String): String =
    val name = key.substring(key.lastIndexOf('.') + 1)
    if isSecret(name) && !PathKeys(key) && !text.matches("\"?(none)?\"?|\\[\\]|null") then Mask
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
        val shown = if isSecret(decoded(name)) then s"$name=$Mask" else found.matched.nn
        java.util.regex.Matcher.quoteReplacement(shown)
    )

  /** The end of the name decides: `password`, `trustStorePassword`, `jms.password`, `token`. */
  private def isSecret(name: String): Boolean =
    val plain = name.toLowerCase.filter(_.isLetterOrDigit)
    endings.exists(plain.endsWith)

  private val endings = Seq(
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "passcode",
    "secret",
    "token",
    "key",
    "credential",
    "credentials",
    "signature",
    "sig"
  )

  /** They name files. */
  private val PathKeys = Set("eddy.tls.key")

  // up to the last @: a password may hold one, or a slash
  private val login = "://[^\\s\"]*@".r

  /** In queries, and in what JDBC and brokers have instead of them. */
  private val parameter = "([\\w.%\\[\\]-]+)=([^&;)\\s\"]*)".r

  private def decoded(name: String): String =
    try URLDecoder.decode(name, UTF_8)
    catch case _: IllegalArgumentException => name
end Secrets
