package eddy.inference.report

import eddy.inference.internal.bytecode.Names
import eddy.inference.report.Evidence
import eddy.state.{AccessKind, Target}

/** One line of code on the way to an access.
  *
  * @param line
  *   in the source file; 0 if the compiler gave none
  */
final case class CallSite(className: String, method: String, line: Int):
  /** As in `shop.Cart.add:42`; code of a closure as in `shop.Cart.add.closure:43`. */
  override def toString: String = s"${Names.ofMethod(className, method)}:$line"

/** How the handler gets to an access, its own code first. */
final case class CallChain(sites: List[CallSite]):
  override def toString: String = sites.mkString(" > ")

object CallChain:
  val none: CallChain = CallChain(Nil)

/** Something shared that a handler may touch.
  *
  * @param target
  *   what
  * @param site
  *   the first place where it does
  * @param near
  *   captured, or in a field of what is captured: the handler's author knows of it
  * @param also
  *   other places where it does, with why more than one object has to be locked there
  * @param named
  *   see [[variables]]
  */
final class Access private[eddy] (
    private[eddy] val target: Target,
    val mode: AccessKind,
    shown: => String,
    val site: CallChain,
    private[inference] val why: Option[Coarse],
    private[eddy] val near: Boolean,
    private[inference] val also: List[Evidence],
    named: => List[String] = Nil
):
  /** How the handler reaches it; for a type or everything, the known facts instead. A start asks for few of
    * them, and names of variables stand in class files.
    */
  lazy val path: String = shown

  /** What the source calls that which it reads or assigns: fields as in `Shop.total`, or the field, variable
    * or parameter that holds the object. Empty if that is not known.
    */
  lazy val variables: List[String] = named

  /** At most three of them, as an object may have many; empty if none is known. */
  private[inference] def variableNames: String =
    val shown =
      if variables.sizeIs <= 3 then variables else variables.take(2) :+ s"${variables.size - 2} more"
    if shown.sizeIs <= 1 then shown.mkString else s"${shown.init.mkString(", ")} and ${shown.last}"

  /** Why more than one object has to be locked; none if the target is exact. */
  def coarse: Option[String] = why.map(_.text)

  private[inference] def verb: String = Access.verb(mode)

  /** The same at another place. */
  private[inference] def at(site: CallChain, why: Option[Coarse]): Access =
    new Access(target, mode, path, site, why, near, also, variables)
end Access

object Access:
  private[inference] def verb(mode: AccessKind): String = mode match
    case AccessKind.Reads => "reads"
    case AccessKind.Commutes => "adds to"
    case AccessKind.Writes => "writes"
