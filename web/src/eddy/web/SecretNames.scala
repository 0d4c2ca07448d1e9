package eddy.web

import eddy.web.internal.SecretValues

/** Which names are those of secrets: one rule for log and traces, and for what other programs show. */
private[eddy] object SecretNames:
  private val usual = SecretValues(Set.empty)

  /** @param name of a parameter as addresses have it: it may be encoded, or within another (`user[token]`,
    *   `jms.password`)
    */
  def isSecret(name: String): Boolean = usual.isNamed(name)
