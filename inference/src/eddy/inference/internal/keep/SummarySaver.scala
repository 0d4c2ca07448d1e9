package eddy.inference.internal.keep

import java.util.concurrent.TimeUnit.MILLISECONDS
import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{CompletableFuture, Executor}

/** Saves summaries in the background: once for those of a group of analyses, and at the end of the program.
  *
  * @param isCurrent
  *   the files of the program are the ones that it was started with. Otherwise nothing is saved: an analysis
  *   may have read either
  * @param soon
  *   runs a save when the analyses of a group are over
  */
private[keep] final class SummarySaver(isCurrent: () => Boolean, soon: Executor):
  private val unsaved = AtomicReference[KeptSummaries | Null]()

  // a program that ends at once keeps its results, too
  private lazy val atEnd: Unit =
    try Runtime.getRuntime.addShutdownHook(Thread(() => save()))
    // it is ending
    catch case _: IllegalStateException => ()

  def saveSoon(summaries: KeptSummaries): Unit =
    if unsaved.compareAndSet(null, summaries) then
      atEnd
      soon.execute(() => save())

  /** The end of the program waits for a save. */
  private def save(): Unit = synchronized:
    val summaries = unsaved.getAndSet(null)
    if summaries != null && isCurrent() then summaries.save()
end SummarySaver

private[keep] object SummarySaver:
  def apply(isCurrent: () => Boolean): SummarySaver =
    new SummarySaver(isCurrent, CompletableFuture.delayedExecutor(300, MILLISECONDS))
