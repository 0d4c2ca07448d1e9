package eddy.launcher

/** `./eddy` as a user has it after its first start: with jars and a start cache, made by the build of these
  * tests.
  */
private[launcher] object Trained:
  def eddy: String =
    s"${sys.env.getOrElse("EDDY_TRAINED", sys.error("EDDY_TRAINED is not set; apps/package.mill does"))}/eddy"
