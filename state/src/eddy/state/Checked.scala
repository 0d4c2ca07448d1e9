package eddy.state

/** Checked mode: every operation of a shared object asserts that the handler which runs it holds what it
  * needs.
  */
private[eddy] object Checked:
  private val said = System.getProperty("eddy.state.checked")

  /** As the system property `eddy.state.checked` says, which is `true` or `false`. Without it, on from the
    * first handler that comes [[inDevelopment from a folder]]. May be switched at any time.
    */
  @volatile var on: Boolean = "true".equalsIgnoreCase(said)

  /** Called for a handler whose class is in a folder, into which build tools and editors compile. Production
    * runs jars.
    */
  private[eddy] def inDevelopment(): Unit = if said == null then on = true
