package eddy.trading.internal

import eddy.trading.Simulation
import eddy.trading.internal.Wire.given
import eddy.web.Routes

/** Looks at the simulated traders, starts and stops them. */
private[trading] object SimulationRoutes:
  def apply(simulation: Simulation): Routes = Routes
    .get("/simulation")((_, response) => response.json(simulation.told))
    .put("/simulation"): (request, response) =>
      Answers.checking(response):
        val fields = request.json[Fields]
        fields.only(Set("running"))
        if fields.flag("running") then simulation.start() else simulation.stop()
        response.json(simulation.told)
