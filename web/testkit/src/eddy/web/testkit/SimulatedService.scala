package eddy.web.testkit

import eddy.actor.testkit.Simulation
import eddy.inference.Inference
import eddy.state.{Checked, LockPolicy}
import eddy.web.internal.{Action, Preparation, Route, RouteTree, ServerCore}
import eddy.web.testkit.internal.Wire
import eddy.web.{Connection, HostNames, Metrics, Request, Response, Routes, ServerConfig}

import java.lang.System.Logger.Level.INFO

/** A service in a [[Simulation]]: its handlers run one event after another in an order that the simulation's
  * seed decides, and `after` waits in virtual time. No bytes leave the process; all else is as in a server.
  *
  * Handlers may be interrupted before each operation of a shared object, and before they send to an actor, so
  * that others come in between: an update that a service without locks loses on several cores is lost here
  * too, with some seeds, and can be replayed. With locks those others wait.
  *
  * For the test's own thread. The service's code must use the engine of `sim.system` where it uses one
  * (`after` and `nextTick` of a [[eddy.web.Server]], actors), and nothing that a seed cannot repeat: see
  * [[Simulation]].
  */
final class SimulatedService private (sim: Simulation, core: ServerCore):
  private val wire = Wire(sim, core)

  /** Asks for `path`; the answer arrives as the simulation runs. */
  def get(path: String, headers: (String, String)*): SimulatedCall = call("GET", path, "", headers*)

  /** Posts `body`; JSON unless a header says otherwise. */
  def post(path: String, body: String = "", headers: (String, String)*): SimulatedCall =
    call("POST", path, body, headers*)

  def call(method: String, path: String, body: String, headers: (String, String)*): SimulatedCall =
    wire.call(method, path, body, headers)

  /** Opens a WebSocket; its messages arrive as the simulation runs. */
  def webSocket(path: String, headers: (String, String)*): SimulatedSocket =
    new SimulatedSocket(wire.socket(path, headers), wire, sim)
end SimulatedService

object SimulatedService:
  /** The service of `routes`, in the simulation of the test's system.
    *
    * @param config limits and timeouts of the server hold but for those of time: no connection is slow here.
    *   With `LockPolicy.Unprotected` shared objects are used without their locks.
    * @throws IllegalArgumentException for `LockPolicy.Requeue`, whose threads wait in reality
    */
  def apply(sim: Simulation, routes: Routes, config: ServerConfig = ServerConfig()): SimulatedService =
    config.locks match
      case LockPolicy.Requeue(_) =>
        throw IllegalArgumentException(
          s"locks = ${config.locks}: its threads wait for locks in reality, which cannot be simulated; use LockPolicy.Park"
        )
      case LockPolicy.Park | LockPolicy.Unprotected => ()
    // the operations of shared objects are seen only then
    Checked.on = true
    // which hosts a server has depends on where it listens
    val quiet =
      config.copy(accessLog = false, tls = None, http2 = None, compression = false, hosts = HostNames.Any)
    val metrics = Metrics()
    Preparation.begin(config, routes.tree, metrics).finish(config, sim.system.engine)
    // found out now, so that the first run of a test goes as the others
    Preparation.handlers(routes.tree).foreach((_, code) => Inference.lockSet(code): Unit)
    val all = routes.tree.routes.foldLeft(RouteTree.empty)((tree, route) => tree.add(traced(sim, route)))
    new SimulatedService(sim, ServerCore(quiet, sim.system.engine, all, metrics))
  end apply

  /** The same route, whose handler the simulation's trace shows. */
  private def traced(sim: Simulation, route: Route): Route = route.action match
    case Action.Handler(run, code) =>
      val world = sim.system.engine.platform
      val telling: (Request, Response) => Unit = (request, response) =>
        world.log(
          logger,
          INFO,
          s"${request.method} ${request.path} begins (request ${request.id.drop(request.id.indexOf('-') + 1)})"
        )
        run(request, response)
      route.copy(action = Action.Handler(telling, code))
    case _: Action.Socket => route

  private val logger = System.getLogger("eddy.web.testkit")

  /** A service that is one handler, as [[eddy.web.Server.start]] takes it. */
  def one(
      sim: Simulation,
      config: ServerConfig = ServerConfig()
  )(callback: Connection => Unit): SimulatedService =
    apply(sim, Routes.all(callback), config)
end SimulatedService
