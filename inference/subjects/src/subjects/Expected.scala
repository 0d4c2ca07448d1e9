package subjects

import eddy.state.AccessKind

/** What the inference is to find for a handler. */
enum Expected derives CanEqual:
  case Of(what: AnyRef, how: AccessKind)

  /** The variable of an enclosing method, which the closure shares with it. */
  case Variable(how: AccessKind)
  case Static(owner: String, field: String, how: AccessKind)
  case AnyOf(cls: Class[?], how: AccessKind)

  /** Some plain library object. */
  case AnyLibrary(how: AccessKind)
  case Everything(because: String)

/** What the inference is to say of a handler. */
final case class Verdict(accesses: List[Expected], detached: List[Expected] = Nil, pending: Boolean = false):
  def later: Verdict = copy(pending = true)

object Expected:
  def reads(what: AnyRef): Expected = Of(what, AccessKind.Reads)
  def writes(what: AnyRef): Expected = Of(what, AccessKind.Writes)
  def commutes(what: AnyRef): Expected = Of(what, AccessKind.Commutes)
  def writesAny(cls: Class[?]): Expected = AnyOf(cls, AccessKind.Writes)

  def readsStatic(owner: String, field: String): Expected = Static(owner, field, AccessKind.Reads)
  def writesStatic(owner: String, field: String): Expected = Static(owner, field, AccessKind.Writes)

  def exactly(accesses: Expected*): Verdict = Verdict(accesses.toList)
  def detached(accesses: Expected*): Verdict = Verdict(Nil, accesses.toList)
  val stateless: Verdict = Verdict(Nil)

/** One way to write a handler: registers it with the application, and says what it touches. */
final case class Case(name: String, register: App => Verdict)
