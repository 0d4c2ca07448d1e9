package eddy.inference.internal

/** How far the inference goes. docs/internals/inference.md says what is beyond each limit. */
private[inference] object Limits:
  /** Abstract objects of one value. */
  final val Atoms = 24

  /** Argument combinations of one method: how many contexts it gets. */
  final val Combinations = 24

  /** Contexts of all methods in one analysis. */
  final val Contexts = 4000

  /** The same while an analysis that has given up looks at what runs on threads: no lock protects that. */
  final val ContextsOnThreads = 5000

  /** Calls within each other. */
  final val Calls = 150

  /** Rounds until nothing changes. */
  final val Rounds = 30

  /** Bodies that a call may run, and classes that a value of a type may have. With more it pays to lock
    * everything rather than to follow them all.
    */
  final val Implementations = 16

  /** Elements of an immutable collection: each may need a lock. */
  final val Elements = 64

  /** Containers in containers that library code opens, deeper than anybody nests them. */
  final val Containers = 6

  /** Objects in fields of objects that library code reads. */
  final val Fields = 4

  /** Closures that closures capture. */
  final val Closures = 4

  /** Functions that existing functions are made of. */
  final val CombinedFunctions = 4

  /** Objects searched in a library's object. */
  final val HeldObjects = 5000

  /** Elements searched in each collection among these. */
  final val HeldElements = 256

  /** Searches of an object that other threads change. */
  final val HeldAttempts = 3

  /** How long the objects found there count at least before they are searched again. */
  final val HeldNanos = 1_000_000_000L

  /** And how many times as long as the search took. */
  final val HeldShareOfTime = 1000

  /** Executors in executors. */
  final val Executors = 4

  /** Final fields within each other, of a library's class that may be immutable. */
  final val Immutable = 4

  /** Methods within each other on the way to a key. */
  final val KeyMethods = 9

  /** Parts of a key. */
  final val KeySize = 60

  /** Decisions known before a method runs on which it depends whether it comes to an instruction. */
  final val Decisions = 16

  /** Decisions one after the other in a method whose result is a key. */
  final val KeyDecisions = 6

  /** Case classes and tuples within each other in the value of a key. */
  final val KeyDepth = 4

  /** Contexts of a method that differ in keys only. */
  final val KeyContexts = 8

  /** Entries of one map that a handler uses. */
  final val Entries = 8

  /** Other places in the code with the same use. */
  final val Places = 16

  /** Summaries of handlers of one class, for this process and for later ones. */
  final val Summaries = 16

  /** Of a thread that analyses. Address space; only what is used takes memory. */
  final val StackBytes = 64L << 20

  /** How long a thread with a small stack waits for one with a large stack. */
  final val StackSeconds = 20L
end Limits
