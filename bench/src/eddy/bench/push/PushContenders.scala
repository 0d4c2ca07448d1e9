package eddy.bench.push

import eddy.bench.contest.{Contest, LeftOut, Program, Workshop}
import eddy.bench.push.load.{Centrifuge, SocketIo, Talk}
import eddy.bench.web.WebContenders
import eddy.bench.web.run.{WebContender, WebProgram}

/** Who takes part. */
private[bench] object PushContenders:
  val centrifugo = "centrifugo"
  val socketIo = "socket.io"

  /** In the order of the table. */
  val programs: Seq[WebProgram] = Seq(
    WebProgram(Contest.eddy, Program.Jvm("bench.channels", "eddy.bench.channels.Main")),
    WebProgram(
      centrifugo,
      Program.Native("centrifugo", "install Go 1.24 or newer; apt-get install golang-go where that has it")
    ),
    WebProgram(socketIo, Program.Native("socketio", "apt-get install nodejs npm, of Node.js 20 or newer"))
  )

  def names: Seq[String] = programs.map(_.name)

  /** Answered with 200 by each that serves. */
  val ready = "/health"

  /** Eddy and Centrifugo speak the same. */
  def talk(contender: String): Talk = if contender == socketIo then SocketIo else Centrifuge

  /** Those of `names` that could be made, in their order, and why the others could not. */
  def make(workshop: Workshop, names: Seq[String]): (made: Seq[WebContender], leftOut: Seq[LeftOut]) =
    WebContenders.of(workshop, programs.filter(p => names.contains(p.name)), ready)
end PushContenders
