package eddy.web.internal

import java.util.concurrent.atomic.AtomicReference

/** What any threads have posted, and one takes all at once. A post goes in front of the others, in one step;
  * the taker reverses them. So an empty one is one reference.
  */
private[internal] final class Posts[P <: Posts.Link[P]] extends AtomicReference[P | Null]:
  /** It must not be posted again before it is taken.
    * @return whether none was there: the caller must then call the taker, and later posts rely on that
    */
  def add(post: P): Boolean =
    var before = getPlain
    post.next = before
    while !weakCompareAndSetVolatile(before, post) do
      before = get
      post.next = before
    before == null

  /** The oldest, which leads to the newer ones; null when the list is empty. */
  def takeAll(): P | Null =
    var oldest: P | Null = null
    var at = getAndSet(null)
    while at != null do
      val older = at.next
      at.next = oldest
      oldest = at
      at = older
    oldest

  /** Nobody will take them. */
  def forget(): Unit = set(null)
end Posts

private[internal] object Posts:
  /** What can be posted, to one [[Posts]] at a time. */
  abstract class Link[P <: Link[P]]:
    private[internal] var next: P | Null = null
