package eddy.inference.internal.code

/** The analysis would take too long. */
private[inference] final class TooLarge(what: String) extends RuntimeException(what)
