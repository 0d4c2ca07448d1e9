package eddy.trading.internal

import eddy.trading.internal.Wire.given
import eddy.trading.{Access, Simulation}
import eddy.web.{Response, Routes}

/** Looks at the simulated traders, starts and stops them. */
private[trading] object SimulationRoutes:
  /** Of a service that has none. */
  val none: Routes =
    def refused(response: Response): Unit = Answers.send(response, Answers.noSimulation)
    Routes.get("/simulation")((_, r) => refused(r)).put("/simulation")((_, r) => refused(r))

  def apply(simulation: Simulation, access: Access): Routes = Routes
    .get("/simulation")((_, response) => response.json(simulation.told))
    .put("/simulation"): (request, response) =>
      Answers.checking(response):
        if access.hasAccounts then Answers.operator(access, request)
        val fields = request.json[Fields]
        fields.only(Set("running"))
        if fields.flag("running") then simulation.start() else simulation.stop()
        response.json(simulation.told)
