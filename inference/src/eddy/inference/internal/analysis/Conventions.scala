package eddy.inference.internal.analysis

/** Methods and classes that mean the same in all code, by convention of the JDK and of the compiler. */
private[inference] object Conventions:
  /** By which code compares, orders and shows objects. */
  val ofElements: Set[String] = Set("equals", "hashCode", "toString", "compareTo", "compare")

  /** Of every object. */
  val ofEverything: Set[String] =
    Set("equals", "hashCode", "toString", "getClass", "<init>", "wait", "notify", "notifyAll")

  /** Of every case class: the library shows and compares what it returns. */
  val ofProducts: String = "productElement"

  /** A partial function asks what it is given when none of its cases fits: nothing that it returns. */
  val Fallback = "scala/runtime/Nothing$"
