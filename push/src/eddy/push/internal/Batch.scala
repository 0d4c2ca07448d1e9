package eddy.push.internal

import eddy.web.PreparedMessage
import eddy.web.internal.PreparedRow

/** Publications that a channel hands over at once, in order: several were waiting for it. Any thread. */
private[push] final class Batch(val items: Array[Encoded]):
  import Batch.Made

  // all subscribers of a channel want the same form; a race makes it twice, which does no harm
  @volatile private var made: Made | Null = null

  def size: Int = items.length
  def first: Encoded = items(0)
  def last: Encoded = items(items.length - 1)

  /** Whether none has an offset. */
  val isPlaceless: Boolean = items.forall(_.offset == 0)

  /** Whether their offsets follow one another, in one epoch. */
  val isRow: Boolean = first.offset > 0 && items.indices.forall: i =>
    items(i).offset == first.offset + i && items(i).position.epoch == first.position.epoch

  /** All in one piece, made once. */
  def as(form: Form[PreparedMessage]): PreparedRow =
    val known = made
    if known != null && (known.form eq form) then known.row
    else
      val row = PreparedRow(items.map(_.as(form)))
      made = Made(form, row)
      row
end Batch

private[push] object Batch:
  private final class Made(val form: Form[PreparedMessage], val row: PreparedRow)
