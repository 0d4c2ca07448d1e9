package eddy.inference.internal.bytecode

/** Classes and methods that mean the same in all code, by convention of the JVM and of the compilers of Java
  * and Scala. What libraries do is in facts.
  */
private[inference] object Conventions:
  /** By which code compares, orders and shows objects; the last five by the places of a format. */
  val ofElements: Set[String] = Set(
    "equals",
    "hashCode",
    "toString",
    "compareTo",
    "compare",
    "formatTo",
    "longValue",
    "doubleValue",
    "intValue",
    "floatValue"
  )

  /** Of every object. */
  val ofEverything: Set[String] =
    Set("equals", "hashCode", "toString", "getClass", "<init>", "wait", "notify", "notifyAll")

  /** Of every case class: the library shows and compares what it returns. */
  val ofProducts: String = "productElement"
  val productElement: MethodName = MethodName("scala/Product", ofProducts, "(I)Ljava/lang/Object;")

  /** All that the compiler writes for a case class, which library code calls to show and compare it. */
  val ofCaseClasses: Set[String] = Set(
    ofProducts,
    "productElementName",
    "productPrefix",
    "productIterator",
    "productArity",
    "canEqual",
    "fromProduct"
  )

  /** A partial function asks what it is given when none of its cases fits: nothing that it returns. */
  val Fallback = "scala/runtime/Nothing$"

  /** The compiler makes one of `{ case … }`, with this method. */
  val Cases = "scala/runtime/AbstractPartialFunction"
  val ofCases = "applyOrElse"

  val Function = "scala/Function1"
  val Text = "java/lang/String"
  val Thrown = "java/lang/Throwable"
  val Enumerated = "java/lang/Enum"

  /** Whatever Scala iterates over, and whatever Java does. */
  val AnyCollection = "scala/collection/IterableOnce"
  val AnyIterable = "java/lang/Iterable"

  /** What orders elements, in Scala and in Java. */
  val Ordering = "scala/math/Ordering"
  val Comparator = "java/util/Comparator"

  val Entry = "java/util/Map$Entry"
  val SetOfJava = "java/util/Set"
  val Option = "scala/Option"
  val Some = "scala/Some"

  /** Objects are serialised into it. */
  val ObjectOutput = "java/io/ObjectOutputStream"

  /** `a -> b` and `(a, b)`. */
  val Pair = "scala/Tuple2"

  /** Whose constructors do nothing. */
  val plainest: Set[String] = Set(Descriptors.AnyObject, "java/lang/Record")

  /** Superclasses that hold nothing of the application's. */
  val empty: Set[String] = plainest + Enumerated + Cases

  /** What an array is beside an object. */
  val ofArrays: Set[String] = Set("java/lang/Cloneable", "java/io/Serializable")

  /** The initialiser of a lazy val takes turns with other threads by a VarHandle. */
  def isLazyValStorage(called: MethodName, in: MethodName): Boolean =
    called.owner == "java/lang/invoke/VarHandle" && in.name.contains("$lzyINIT")

  /** Its classes keep what a lazy val is while it is initialised. */
  val LazyVals = "scala/runtime/LazyVals"

  /** A variable that closures share. */
  def isVariable(internalName: String): Boolean = internalName.startsWith("scala/runtime/")

  def isOfScala(internalName: String): Boolean = internalName.startsWith("scala/")

  /** The only object of its class, as each `object` is. */
  def isModule(internalName: String): Boolean = internalName.endsWith("$")

  /** The arguments of a method that takes any number of them, in an array that nobody else has. One that is
    * passed on as they are may be the caller's own: it is read here.
    */
  def holdsArguments(m: MethodName): Boolean =
    m.owner == "scala/runtime/ScalaRunTime$" && (m.name.startsWith("wrap") || m.name == "genericWrapArray")

  /** By it the class of the elements is passed to a method that makes an array. */
  def takesClassTag(m: MethodName): Boolean =
    Descriptors.parameters(m.descriptor).contains("Lscala/reflect/ClassTag;")

  /** What binds an invokedynamic. */
  val Concatenation = "java/lang/invoke/StringConcatFactory"
  val Switch = "java/lang/runtime/SwitchBootstraps"
  val ObjectMethods = "java/lang/runtime/ObjectMethods"

  /** By these the compilers write `equals` and `hashCode`. */
  val ofEquality: Set[String] = Set(
    ObjectMethods,
    "scala/runtime/Statics",
    "scala/runtime/ScalaRunTime$",
    "scala/runtime/BoxesRunTime",
    "scala/util/hashing/MurmurHash3$"
  )

  /** Nobody can name these classes of the JDK and of Scala: by the names that they have at runtime. */
  val ReversedOrder = "java.util.Collections$ReverseComparator2"
  val KeysOfWholeTree = "java.util.TreeMap$KeySpliterator"
  val JavaWrappers = "scala.collection.convert.JavaCollectionWrappers$"
  val WaitingFunction = "scala.concurrent.impl.Promise$Transformation"
  val ExecutorOfWaiting = "_ec"

  /** Stands for code that assigns fields by reflection. */
  val reflection: MethodName =
    MethodName("java/lang/reflect/Field", "set", "(Ljava/lang/Object;Ljava/lang/Object;)V")
end Conventions
