package eddy.inference.internal.bytecode

/** A class file or an instruction that is not handled. */
private[inference] final class Unsupported(what: String) extends RuntimeException(what)
