package subjects

import eddy.state.Mode

/** What the inference is to find for a callback. */
enum Expected derives CanEqual:
  case Of(what: AnyRef, how: Mode)

  /** The variable of an enclosing method, which the closure shares with it. */
  case Variable(how: Mode)
  case Static(owner: String, field: String, how: Mode)
  case AnyOf(cls: Class[?], how: Mode)

  /** Some plain library object. */
  case AnyLibrary(how: Mode)
  case Everything(because: String)

/** What the inference is to say of a callback. */
final case class Verdict(accesses: List[Expected], detached: List[Expected] = Nil, pending: Boolean = false):
  def later: Verdict = copy(pending = true)

object Expected:
  def reads(what: AnyRef): Expected = Of(what, Mode.Reads)
  def writes(what: AnyRef): Expected = Of(what, Mode.Writes)
  def commutes(what: AnyRef): Expected = Of(what, Mode.Commutes)
  def writesAny(cls: Class[?]): Expected = AnyOf(cls, Mode.Writes)

  def readsStatic(owner: String, field: String): Expected = Static(owner, field, Mode.Reads)
  def writesStatic(owner: String, field: String): Expected = Static(owner, field, Mode.Writes)

  def exactly(accesses: Expected*): Verdict = Verdict(accesses.toList)
  def detached(accesses: Expected*): Verdict = Verdict(Nil, accesses.toList)
  val stateless: Verdict = Verdict(Nil)

/** One way to write a callback: registers it with the application, and says what it touches. */
final case class Case(name: String, register: App => Verdict)
