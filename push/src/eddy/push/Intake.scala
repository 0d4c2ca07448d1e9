package eddy.push

/** Where a mediator puts what arrives for one interest. Calls for one channel come one after another; none
  * blocks.
  */
trait Intake:
  /** Takes all of them, whatever it answers.
    *
    * @return how many more the node would like at the moment. Zero or less: it is behind. A mediator that
    *   delivers [[Delivery.Push]] continues regardless; one that pulls, or adapts, leaves the rest with the
    *   service until [[whenReady]]
    */
  def accept(publications: IndexedSeq[Publication]): Int

  /** Calls `resume` once, on any thread, as soon as more is wanted; at once when it is already. */
  def whenReady(resume: () => Unit): Unit

  /** Something may be missing before the next publication: the service was gone. The node reads the missing
    * ones where history is shared, and otherwise ends its subscribers as not recoverable.
    */
  def gap(): Unit
end Intake
