package eddy.push.internal

import eddy.push.Publication

import java.lang.ref.WeakReference
import java.util.concurrent.atomic.AtomicReferenceArray

/** Publications that were read from the log lately, with their forms: subscribers that read the same pages
  * share them. It keeps nothing alive: publications without readers are freed. Any thread; a race makes one
  * twice, which does no harm.
  */
private[push] final class Encodings:
  import Encodings.*

  // by channel and offset; two that fall on one slot displace each other
  private val slots = new AtomicReferenceArray[WeakReference[Encoded] | Null](Slots)

  def of(publication: Publication): Encoded =
    val at = (publication.channel.hashCode * 31 + publication.offset.toInt) & (Slots - 1)
    val known = slots.get(at)
    val shared = if known == null then null else known.get
    if shared != null && isSame(shared.publication, publication) then shared
    else
      val made = new Encoded(publication)
      slots.set(at, WeakReference(made))
      made

private[push] object Encodings:
  private final val Slots = 4096

  private def isSame(one: Publication, other: Publication): Boolean =
    (one eq other) || one.offset > 0 && one.position == other.position && one.channel == other.channel
