package eddy.push.internal

import eddy.push.{Position, Publication}

/** A publication with its forms for the wire, each made when first needed, once for all subscribers of this
  * node. Any thread.
  */
private[push] final class Encoded(val publication: Publication):
  import Encoded.Made

  // a race makes the same form twice, which does no harm
  @volatile private var newest: Made | Null = null

  /** Costs no allocation once the form is made. */
  def as[A <: AnyRef](form: Form[A]): A =
    var at = newest
    while at != null && !(at.form eq form) do at = at.next
    if at != null then at.made.asInstanceOf[A]
    else
      val made = form.make(publication)
      newest = new Made(form, made, newest)
      made

  def position: Position = publication.position
  def offset: Long = publication.position.offset
end Encoded

private[push] object Encoded:
  private final class Made(val form: Form[?], val made: AnyRef, val next: Made | Null)

/** A form for the wire, such as a [[eddy.web.PreparedMessage]] of one protocol. One object for each: they are
  * compared by identity.
  */
private[push] trait Form[A <: AnyRef]:
  def make(publication: Publication): A
