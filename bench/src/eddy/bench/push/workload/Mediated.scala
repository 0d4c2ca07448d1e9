package eddy.bench.push.workload

import eddy.bench.contest.{Contest, Sheet}
import eddy.bench.push.load.{Conversation, Party}
import eddy.bench.push.{MediatorSetup, PushContenders}
import eddy.bench.web.run.{Course, Heap, Launch, Stand, WebContender}

import scala.concurrent.duration.FiniteDuration
import scala.util.Using

/** What the workloads of push have in common. */
private[workload] object Mediated:
  /** Those that can be launched so, and whose messages come as they should. */
  def stands(
      course: Course,
      sheet: Sheet,
      launch: Launch,
      of: WebContender => Boolean = _ => true
  ): Seq[Stand] =
    course.stands(sheet, launch, Nil, of).filter: stand =>
      course.say(s"checking ${stand.name}")
      course.guarded(
        sheet,
        stand
      )(Conversation.check(course.client, stand.port, PushContenders.talk(stand.name)))

  /** A party of that stand, for as long as `use` takes. */
  def party[A](course: Course, stand: Stand, size: Int, channels: Int)(use: Party => A): A =
    Using.resource(new Party(course.client, stand.port, PushContenders.talk(stand.name), size, channels)):
      party =>
        use(party.open())

  /** Eddy with every mediator and delivery, with history, which pulling needs; in memory, as a user gets it, the peers beside it.
    *
    * @param measure gets who is to be measured, and what the setting is called
    */
  def each(
      course: Course,
      sheet: Sheet,
      mediators: Seq[MediatorSetup]
  )(measure: (Seq[Stand], String) => Unit): Unit =
    val deliveries = if course.effort.quick then Seq(MediatorSetup.usual) else MediatorSetup.deliveries
    for mediator <- mediators do
      val isMemory = mediator == MediatorSetup.memory
      def all(words: Seq[String]): Unit =
        for delivery <- deliveries do
          val besidePeers = isMemory && delivery == MediatorSetup.usual
          val launch = Launch(course.cores, Heap.Roomy, words ++ Seq(s"delivery=$delivery", "history=1000"))
          val taking = stands(course, sheet, launch, c => besidePeers || c.name == Contest.eddy)
          measure(taking, s"${mediator.name} $delivery")
      course.fleet.contenders.find(_.name == Contest.eddy) match
        case Some(eddy) =>
          val done = mediator.running(eddy, course.fleet.children, course.fleet.folder): words =>
            all(words)
            // they would miss their service
            if mediator.service.nonEmpty then course.fleet.close()
          done.left.foreach(why => sheet.remark(s"${mediator.name} is left out: $why"))
        case None => if isMemory then all(Nil)
  end each

  /** Enough for a median; the papers' figures come with many settings. */
  def rounds(course: Course): Int = math.min(3, course.effort.rounds)

  /** Again and again for so long, a few times at least. */
  def repeatedly(time: FiniteDuration, least: Int = 3)(load: => Unit): Unit =
    val end = System.nanoTime + time.toNanos
    var times = 0
    while times < least || System.nanoTime < end do
      load
      times += 1
end Mediated
