package eddy.inference.internal.library

/** What a fact says of a class or of its methods. In the files the kinds are written in lower case. */
private[inference] enum FactKind derives CanEqual:
  /** Not followed, taken as the facts describe it. */
  case Library

  /** Of the JDK, of Scala or of Eddy: the names of its methods say what these do. */
  case Standard

  /** A library whose code is followed as the application's. */
  case Followed

  /** Followed only where no annotation says what a method does. */
  case Framework

  /** A module of Eddy, which keeps its objects of library types to itself. */
  case Platform

  /** Holds nothing that can change, and nothing of the caller's. */
  case Immutable

  /** Does not change, but what is in it may. */
  case Container

  /** A collection of such a class is no view and cannot change. */
  case Fixed

  /** No collection that cannot change is of such a type. */
  case Changing

  /** Code that is passed such an object reads all that is in it. */
  case Collection

  /** Every method changes it but those that are named: it moves on as elements are taken. */
  case Cursor

  /** Runs what it gets on another thread, for which the handler waits. */
  case Awaits

  /** Its objects change as they are used: no fact with `*` says otherwise of them. */
  case Builder

  /** Threads may share it. */
  case Safe

  /** Its one method is code of the application. */
  case Function

  /** The application may implement it, so that calls of it are followed into the application. */
  case Open

  /** Says so little of an object that none of the classes below it is followed for its sake. */
  case General

  /** Says nothing about whether an object can change. */
  case Vague

  /** One that library code passes to the application is its own. */
  case Supplied

  /** Calls functions of the application that were put in earlier, out of sight. */
  case Deferred

  /** Calls an ordering or a comparator that can be asked for. */
  case Ordered

  /** One that the handler made calls functions that went in. */
  case Keeper

  /** Library code that orders objects calls this type of theirs. */
  case Natural

  /** Runs tasks. */
  case Executor

  /** Runs tasks on the thread that hands them over, or makes what may do so. */
  case Spot

  /** Reads and changes another object, which others may also use directly. */
  case Wrapper

  /** Each use of it may change what it was made with. */
  case Decorator

  /** Uses of it call one of these types, which may be the application's own. */
  case Around

  /** An object of this class keeps a function that one of these methods takes. */
  case Keeps

  /** Writes objects by Java's serialisation. */
  case Serialises

  /** Compares elements by their natural order, or makes what does. */
  case Orders

  /** The methods, or the executor, by which functions come to wait for such an object. */
  case Waits

  /** Runs functions that wait for the object, on the same thread. */
  case Completes

  /** Methods of mutable objects that change nothing. */
  case Reads

  /** The same of parts that a collection handed out. */
  case Parts

  /** Exceptions to these two. */
  case Writes

  /** Reads of such maps may change their order. */
  case Reorders

  /** Writes what it is given. */
  case Fills

  /** Goes through collections that are elements. */
  case Opens

  /** Goes through collections that its functions return. */
  case Flattens

  /** Returns pairs of elements. */
  case Zips

  /** Drops what its functions return, or takes it for a yes or a no. */
  case Discards

  /** Does not look into what its functions return. */
  case Unused

  /** Returns what one of its functions does. */
  case Yields

  /** Calls its functions with what was there before, and nothing else. */
  case Once

  /** Only passes on what is in the option. */
  case Unwraps

  /** Neither compares nor shows elements. */
  case Ignores

  /** Surely compares or shows elements. */
  case Asks

  /** Takes fields out of objects of case classes. */
  case Fields

  /** Hands what it is given to a thread that runs beside the handler. */
  case Spawns

  /** Runs what it is given on the calling thread if it need not wait. */
  case Here

  /** Makes a stream run on several threads. */
  case Parallel

  /** Hands what it is given to a unit where events run one after another. */
  case Sequential

  /** Takes handlers that run later, each under locks of its own. */
  case Registers

  /** What the functions throw that it calls may be in its result. */
  case Catches

  /** The code that it calls of its arguments touches nothing shared. */
  case Closed

  /** Makes objects of the application's, which nobody else has. */
  case Decodes

  /** Its constructors call these methods of the object that is being made. */
  case Constructs

  /** Reads its arguments and their fields, and changes none of them. */
  case Inspects

  /** Calls nothing of its arguments but `toString`. */
  case Shows

  /** An annotation of methods of the application that library code calls. */
  case Annotation

  /** Objects of these types that its methods pass to functions are its own. */
  case Passes

  /** Returns objects of the application that nobody passes to it. */
  case Finds

  /** Returns an object that nobody else has until it is returned to its pool. */
  case Lends

  /** A type of the JDK that libraries of third parties implement: its methods make and return objects of
    * theirs.
    */
  case Driver

  /** The library calls it of the application, and it is taken to touch nothing shared. */
  case Trusted

  /** Keeps code of the application and runs it elsewhere. */
  case Resident

  /** Its handlers need no locks, whatever they use. */
  case Unguarded

  /** Returns an equal value each time, from values that cannot change. */
  case Stable

  /** Does nothing that counts. */
  case Idle

  /** Tells the world something that cannot be taken back. */
  case Irrevocable

  /** Can be repeated all the same. */
  case Harmless

  /** Reaches what nobody can know before it runs. */
  case Reflective

  /** Returns a new array or collection of what is in another. */
  case Copies

  /** Without parameters: returns the array that a collection stands for. */
  case Exposes

  /** Where its declared result is `Object`: returns an array of what goes in, perhaps a part of it. */
  case Arrays

  /** Returns an array of arrays. */
  case Nests

  /** Makes a collection that keeps a function for elements which are missing. */
  case Defaults

  /** Its `object`s make collections that keep the orderings they are given. */
  case Factory

  /** Returns entries that change their map. */
  case Entries

  /** Takes apart what its function returns, and passes that on. */
  case Unfolds

  /** Returns a function that takes its arguments one after another. */
  case Curries

  /** The one method of a function, by the names that it may have. */
  case Calls

  /** From `parallel` on its methods call functions on several threads. */
  case Stream

  /** The objects that it finds are enums. */
  case Enums

  /** Holds one object or none. */
  case Optional

  /** Declares methods of collections and of iterators. */
  case Operations

  /** An iterator without anything that could change. */
  case Bare

  /** Of an iterator: changes what is iterated. */
  case Edits

  /** Code that compares or shows such an object goes through its parts. */
  case Compound

  /** The generic types of its methods tell which of them return collections. */
  case Typed

  /** Exceptions to these. */
  case Untyped

  /** Its methods return objects that only stand for the collection they are given. */
  case Converter

  /** `equals` and `hashCode` depend on nothing that can change, and call nothing of the application. */
  case Value

  /** The same, if all its parts are such values. */
  case Tuple

  /** Makes a tuple of its receiver and arguments. */
  case Tuples

  /** Makes an option of its argument. */
  case Wraps

  /** Returns its argument in another form: the same text or number. */
  case Boxes

  /** Uses several threads if there are more elements than its first argument, a `long`. */
  case Threshold

  /** Uses several threads if its last argument is true. */
  case Switch

  /** An executor that hands over to another one which cannot be seen. */
  case Opaque

  def word: String = toString.toLowerCase

  /** Holds for the class that it names, and its subtypes. */
  def isOfOneClass: Boolean = FactKind.ofOneClass.contains(this)
end FactKind

private[inference] object FactKind:
  private val ofOneClass =
    List(Builder, Changing, Collection, Compound, Cursor, Keeper, Natural, Executor, Keeps, Operations, Waits)
  private val byWord = java.util.HashMap[String, FactKind]()
  values.foreach(k => byWord.put(k.word, k))

  /** Null if it is no kind's word. */
  def of(word: String): FactKind | Null = byWord.get(word)
