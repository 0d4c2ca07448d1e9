package eddy.inference.internal.heap

import eddy.inference.internal.bytecode.Names

import scala.runtime.ScalaRunTime

/** How an object that exists before the handler runs is reached. The last step comes first, so that paths
  * share their beginnings.
  */
private[inference] final case class AccessPath(root: AccessPath.Root, steps: List[AccessPath.Step]):
  import AccessPath.*

  // paths are parts of keys; any thread may find it out; 0 until then
  private var hash = 0
  override def hashCode: Int =
    if hash == 0 then hash = ScalaRunTime._hashCode(this)
    hash

  def /(step: Step): AccessPath = AccessPath(root, step :: steps)

  /** All that it leads through, itself included. */
  def prefixes: List[AccessPath] = steps.tails.map(AccessPath(root, _)).toList

  /** Leads to the same objects for as long as the handler object exists. */
  def isStable: Boolean = unstableHops.isEmpty

  def fromHandler: Boolean = root == Root.Handler

  /** Ends at one object; otherwise at all that a container holds. */
  def isSingle: Boolean = !steps.exists(_.isOfSeveral)

  /** Where a lazy val keeps its value. */
  def endsInLazyValue: Boolean = steps.headOption.exists:
    case Step.Field(_, name, _) => name.contains("$lzy")
    case _ => false

  /** The field that it ends in, as class and name. */
  def field: Option[(String, String)] = (steps, root) match
    case (Step.Field(owner, name, _) :: _, _) => Some((owner, name))
    case (Nil, Root.Static(owner, name, _)) => Some((owner, name))
    case _ => None

  /** The one instance of a Scala `object`. */
  def isModule: Boolean = steps.isEmpty && (root match
    case Root.Static(_, "MODULE$", _) => true
    case _ => false)

  /** Variables that are read on the way, as class and field. */
  def unstableHops: List[(String, String)] =
    steps.collect { case Step.Field(owner, name, false) => (owner, name) } ++
      (root match
        case Root.Static(owner, field, false) => List((owner, field))
        case _ => Nil)

  /** As in `handler.captured(0).own` or `app.Main.sessions`; a tilde stands before a variable. */
  override def toString: String =
    val start = root match
      case Root.Handler => "handler"
      case Root.Static(owner, "MODULE$", _) => Names.ofClass(owner)
      case Root.Static(owner, field, stable) =>
        s"${Names.ofClass(owner)}${if stable then "." else "~"}${Names.ofField(field)}"
    steps.foldRight(start):
      case (Step.Captured(i), b) => s"$b.captured($i)"
      case (Step.Field(_, n, stable), b) => s"$b${if stable then "." else "~"}${Names.ofField(n)}"
      case (Step.Contents, b) => s"$b[*]"
      case (Step.Helpers, b) => s"$b.ordering"
      case (Step.Held, b) => s"$b.held"
      case (Step.Collections, b) => s"$b.collections"
end AccessPath

private[inference] object AccessPath:
  enum Root derives CanEqual:
    case Handler
    case Static(owner: String, field: String, stable: Boolean)

  enum Step derives CanEqual:
    /** A value that a closure object captured. */
    case Captured(index: Int)

    /** `stable`: nobody assigns it once the object is made. */
    case Field(owner: String, name: String, stable: Boolean)

    /** Everything in an immutable container. */
    case Contents

    /** What an object of the JDK's or of Scala's calls or stands for: the ordering of a sorted
      * collection, the functions that a function was made of, what a wrapper is around.
      */
    case Helpers

    /** The application's objects that an object of a third party's or of Scala's keeps. */
    case Held

    /** The collections that a function was made of, as by `lift`. */
    case Collections

    /** Leads to any number of objects. */
    def isOfSeveral: Boolean = this match
      case Contents | Helpers | Held | Collections => true
      case Captured(_) | Field(_, _, _) => false

    /** Leads from a library's object to what it calls. */
    def isInside: Boolean = this == Helpers || this == Held
  end Step

  val handler: AccessPath = AccessPath(Root.Handler, Nil)
end AccessPath
