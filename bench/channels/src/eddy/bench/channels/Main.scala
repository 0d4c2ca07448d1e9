package eddy.bench.channels

import eddy.actor.ActorSystem
import eddy.bench.peers.work.ServerArguments
import eddy.push.{Channels, ChannelsConfig, Delivery, Namespace, Push, PushConfig, PushLimits}
import eddy.runtime.{Engine, EngineConfig}
import eddy.web.{HttpProblem, Limits, Routes, Server, ServerConfig}

/** Eddy in `./eddy bench push`, as its users write it: without more words, with what they get who configure nothing but what clients may
  * do. `mediator=redis service=redis://…` has it talk through a service, `delivery` and `history` are the channels' options.
  * `broker=activemq` has it be a broker instead, for another of its kind, and `broker=jgroups` the node that the other finds.
  */
object Main:
  def main(args: Array[String]): Unit =
    val arguments =
      ServerArguments.parse(args.toSeq, others = Set("mediator", "service", "delivery", "history", "broker"))
    arguments.others.get("broker") match
      case Some(kind) => Brokers.run(kind, arguments.port)
      case None => serve(arguments)

  private def serve(arguments: ServerArguments): Unit =
    given engine: Engine = Engine.start(EngineConfig().copy(workers = arguments.loops))
    given ActorSystem = ActorSystem(engine)
    val words = arguments.others
    val delivery = words.get("delivery").fold(Delivery.Adaptive)(Mediators.delivery)
    val mediated =
      words.get("mediator").map(name => Mediators(name, words.get("service"), delivery, arguments.port))
    val timed = mediated.map(m => TimedMediator(m.mediator))
    val config = ChannelsConfig(Seq(Namespace(
      history = words.get("history").fold(0)(_.toInt),
      delivery = delivery,
      clientsSubscribe = true,
      clientsPublish = true
    )))
    val channels = timed.fold(Channels.start(config))(Channels.start(config, _))
    // a load is what they keep out
    val limits =
      PushLimits(connectionsPerAddress = 1_000_000, commands = None, publishes = None, subscribes = None)
    val push = Push(channels, PushConfig(anonymous = true, limits = limits))
    val routes = push.routes
      .get("/health"): (_, response) =>
        if channels.isReady then response.text("ok")
        else throw HttpProblem(503, "the mediator does not answer")
      .get("/turnaround"): (_, response) =>
        response.text(timed.fold("0 0 0 0")(_.taken()))
      .++(mediated.fold[Routes](Routes)(_.routes))
    val server = ServerConfig(
      port = arguments.port,
      accessLog = false,
      compression = false,
      limits = Limits(maxConnections = 100_000)
    )
    Server(server).start(routes).awaitStop()
  end serve
end Main
