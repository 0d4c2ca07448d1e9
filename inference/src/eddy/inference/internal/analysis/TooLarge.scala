package eddy.inference.internal.analysis

/** The analysis would take too long. */
private[inference] final class TooLarge(what: String) extends RuntimeException(what)
