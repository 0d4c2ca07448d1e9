package eddy.remote.session

import eddy.remote.Seeds
import eddy.remote.session.SessionProgram.Faults
import eddy.testing.{PatientSuite, TestLength, TimeLimit}

import scala.concurrent.duration.*

/** Random programs; `EDDY_TEST_ALL=1` runs a hundred times as many. */
class SessionStateSuite extends PatientSuite:
  override protected def timeLimit: TimeLimit =
    if TestLength.isFull then TimeLimit(10.minutes, "Its long form runs 300,000 random programs three times.")
    else super.timeLimit

  private val programs = TestLength.rounds(3_000, 300_000)

  /** A random program, and what holds at its end. */
  private def run(faults: Faults)(holds: SessionProgram => Unit): Unit = Seeds.each(programs): random =>
    val program = SessionProgram(random)
    for _ <- 0 until 20 + random.nextInt(300) do program.step(faults)
    program.settle()
    holds(program)
    // once more: frames sent now arrive
    for end <- List(program.low, program.high) do end.send()
    program.settle()
    holds(program)

  private def assertComplete(program: SessionProgram): Unit =
    val (low, high) = (program.low, program.high)
    assertEquals(low.session, high.session)
    for (one, other) <- List(low -> high, high -> low) do
      val sent = one.sent.get(one.session).fold(0)(_.size)
      assertEquals(
        other.got.get(one.session).fold(0)(_.size),
        sent,
        s"of ${one.name} in session ${one.session}"
      )
      assertEquals(one.state.retainedBytes, 0L, "all is acknowledged")

  test("connections that are reset, and dials at the same time, lose and repeat nothing, and notify nobody"):
    run(Faults(resets = true, closes = false)): program =>
      assertComplete(program)
      for end <- List(program.low, program.high) do
        assertEquals((end.opened, end.closed), (1, 0), end.history)

  test("without faults there is one session, whichever end dials"):
    run(Faults(resets = false, closes = false)): program =>
      assertComplete(program)
      for end <- List(program.low, program.high) do
        assertEquals((end.opened, end.closed), (1, 0), end.history)

  test("sessions that one end gives up or closes are over at both ends, and a new one follows"):
    run(Faults(resets = true, closes = true)): program =>
      assertComplete(program)
      for end <- List(program.low, program.high) do assertEquals(end.opened, end.closed + 1, end.history)

  private final class Wire

  test("a frame before the other end has said where it begins is not expected"):
    val state = SessionState[Wire](isLower = true)
    val wire = Wire()
    val actions = state.welcomed(wire, SessionPosition(0, false, 0, 0))
    assert(actions.exists { case SessionAction.Opened(1) => true; case _ => false }, actions)
    assertEquals(state.frame(wire), Arrived.Unexpected)

  test("an acknowledgement of a frame that was not sent closes the session"):
    val state = SessionState[Wire](isLower = true)
    val wire = Wire()
    val _ = state.welcomed(wire, SessionPosition(0, false, 0, 0))
    state.send(Array(1))
    val actions = state.acknowledged(wire, 2)
    assert(actions.exists { case SessionAction.Closed(1, _) => true; case _ => false }, actions)
    assert(!state.isOpen)

  test("a start that skips a frame closes the session"):
    val state = SessionState[Wire](isLower = true)
    val actions = state.started(Wire(), SessionStart(1, 0, 2, 1))
    assert(actions.exists { case SessionAction.Closed(1, _) => true; case _ => false }, actions)

  test("a start of a session that was closed here is dropped"):
    val state = SessionState[Wire](isLower = true)
    val first = Wire()
    val _ = state.started(first, SessionStart(1, 0, 1, 1))
    val _ = state.broken(first)
    val _ = state.close(eddy.remote.spi.SessionEnd.Lost("given up"))
    val second = Wire()
    assertEquals(
      state.started(second, SessionStart(1, 0, 1, 2)).map { case SessionAction.Drop(w) => w; case o => o },
      List(second)
    )
    assert(!state.isOpen)
end SessionStateSuite
