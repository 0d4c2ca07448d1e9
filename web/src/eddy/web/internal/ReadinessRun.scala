package eddy.web.internal

import eddy.web.{NotReady, Response}

import java.lang.System.Logger.Level.{INFO, WARNING}
import java.util.concurrent.atomic.{AtomicBoolean, AtomicReference}
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future, Promise}

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader, JsonValueCodec, JsonWriter}

/** Runs the checks of a service, all at once, and keeps the result for a while. */
private[eddy] final class ReadinessRun(checks: Vector[ReadinessRun.Check], cacheFor: FiniteDuration):
  import ReadinessRun.*
  private given ExecutionContext = ExecutionContext.parasitic
  private val last = AtomicReference[Round | Null](null)
  private val states = checks.map(State(_))

  /** Passes the results on, now or when they are complete. */
  def outcome(core: ServerCore)(tell: Seq[(String, Outcome)] => Unit): Unit =
    round(core).results.foreach(tell)

  private def round(core: ServerCore): Round =
    val present = last.get
    if present != null && !present.isOver(core.engine.nanoTime, cacheFor) then present
    else
      val promise = Promise[Seq[(String, Outcome)]]()
      val next = Round(promise.future)
      if last.compareAndSet(present, next) then
        Future.sequence(states.map(s => s.run(core).map(s.check.name -> _))).onComplete: results =>
          next.endedNanos = core.engine.nanoTime
          promise.complete(results): Unit
        next
      else round(core)
end ReadinessRun

private[eddy] object ReadinessRun:
  private val log = System.getLogger("eddy.web").nn

  final case class Check(name: String, within: FiniteDuration, passes: () => Boolean)

  enum Outcome(val text: String) derives CanEqual:
    case Passed extends Outcome("ok")
    case Failed extends Outcome("failed")

    /** @param why in words for everybody */
    case Waits(why: String) extends Outcome(why)
    case Late extends Outcome("no answer in time")

  private final class Round(val results: Future[Seq[(String, Outcome)]]):
    @volatile var endedNanos = 0L
    def isOver(now: Long, cacheFor: FiniteDuration): Boolean =
      results.isCompleted && now - endedNanos >= cacheFor.toNanos

  /** @param check which never runs twice at a time */
  private final class State(val check: Check):
    private val runs = AtomicBoolean()
    private val wasReported = AtomicBoolean()

    def run(core: ServerCore): Future[Outcome] =
      if !runs.compareAndSet(false, true) then Future.successful(Outcome.Late)
      else
        val outcome = Promise[Outcome]()
        val timer = core.engine.after(check.within): () =>
          if outcome.trySuccess(Outcome.Late) then
            report(core, java.util.concurrent.TimeoutException(s"no answer within ${check.within}"))
        def ended(result: Outcome) =
          timer.cancel(): Unit
          runs.set(false)
          outcome.trySuccess(result): Unit
        val events = Events.of(core.handlers, s"the readiness check ${check.name}"): event =>
          try event()
          catch
            case waits: NotReady =>
              report(core, waits)
              ended(Outcome.Waits(waits.why))
            case failure: Throwable =>
              report(core, failure)
              ended(Outcome.Failed)
        events.add(
          check.passes,
          () =>
            if check.passes() then
              if wasReported.getAndSet(false) then
                core.engine.platform.log(log, INFO, s"ready again: ${check.name}")
              ended(Outcome.Passed)
            else
              report(core, IllegalStateException("the check returned false"))
              ended(Outcome.Failed)
        )
        outcome.future

    private def report(core: ServerCore, failure: Throwable): Unit =
      if wasReported.compareAndSet(false, true) then
        failure match
          // no failure of the check's
          case waits: NotReady =>
            core.engine.platform.log(log, WARNING, s"not ready: ${check.name}: ${waits.why}")
          case _ => core.engine.report(failure, s"the readiness check ${check.name}")
  end State

  def status(results: Seq[(String, Outcome)]): String =
    if results.forall(_._2 == Outcome.Passed) then "ready" else "not ready"

  def answer(response: Response, status: String, results: Seq[(String, Outcome)]): Unit =
    if status != "ready" then response.status(503).header("Retry-After", "5"): Unit
    response.json(Document(status, results))

  private final case class Document(status: String, results: Seq[(String, Outcome)])

  private given JsonValueCodec[Document]:
    def nullValue: Document = Document("", Nil)
    def decodeValue(in: JsonReader, default: Document): Document = in.decodeError("is only written")
    def encodeValue(document: Document, out: JsonWriter): Unit =
      out.writeObjectStart()
      out.writeNonEscapedAsciiKey("status")
      out.writeVal(document.status)
      out.writeNonEscapedAsciiKey("checks")
      out.writeObjectStart()
      document.results.foreach: (name, outcome) =>
        out.writeKey(name)
        out.writeVal(outcome.text)
      out.writeObjectEnd()
      out.writeObjectEnd()
end ReadinessRun
