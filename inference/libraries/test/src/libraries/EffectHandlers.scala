package libraries

import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

import org.quartz.impl.StdSchedulerFactory
import org.quartz.{Job, JobBuilder, JobExecutionContext, SimpleScheduleBuilder, TriggerBuilder}

object CatsEffectHandlers:
  import cats.effect.IO
  import cats.effect.unsafe.implicits.global

  val run: String => String = id =>
    (for
      name <- IO(Users.name(id))
      other <- IO.pure(name.toUpperCase)
    yield s"$name $other").unsafeRunSync()

object ZioHandlers:
  import zio.{Runtime, Unsafe, ZIO}

  private val runtime = Runtime.default

  val run: String => String = id =>
    val program =
      for
        name <- ZIO.attempt(Users.name(id))
        other <- ZIO.succeed(name.toUpperCase)
      yield s"$name $other"
    Unsafe.unsafe(unsafe =>
      runtime.unsafe.run(program)(using implicitly, unsafe).getOrThrowFiberFailure()(using unsafe)
    )

object OxHandlers:
  import ox.{fork, par, supervised}

  val both: String => String = id =>
    val (name, length) = par(Users.name(id), id.length)
    s"$name $length"

  val forks: String => String = id =>
    supervised:
      val name = fork(id.toUpperCase)
      s"${name.join()} ${Users.name(id)}"

object PekkoHandlers:
  import org.apache.pekko.actor.typed.scaladsl.AskPattern.Askable
  import org.apache.pekko.actor.typed.scaladsl.Behaviors
  import org.apache.pekko.actor.typed.{ActorRef, ActorSystem, Scheduler}
  import org.apache.pekko.util.Timeout

  final case class Greet(name: String, replyTo: ActorRef[String])

  private val system: ActorSystem[Greet] = ActorSystem(
    Behaviors.receiveMessage[Greet]: greet =>
      greet.replyTo ! s"Hello ${greet.name}"
      Behaviors.same
    ,
    "greeter"
  )

  private given Timeout = 5.seconds
  private given Scheduler = system.scheduler

  val ask: String => String = id =>
    val name = Users.name(id)
    Await.result(system.ask[String](Greet(name, _)), 5.seconds)
end PekkoHandlers

final class Reminder extends Job:
  def execute(context: JobExecutionContext): Unit =
    val _ = context.getMergedJobDataMap.getString("name")

object QuartzHandlers:
  private val scheduler = StdSchedulerFactory.getDefaultScheduler

  val schedule: String => String = id =>
    val job =
      JobBuilder.newJob(classOf[Reminder]).withIdentity(id).usingJobData("name", Users.name(id)).build()
    val trigger =
      TriggerBuilder.newTrigger().startNow().withSchedule(SimpleScheduleBuilder.repeatMinutelyForever())
        .build()
    scheduler.scheduleJob(job, trigger).toString
