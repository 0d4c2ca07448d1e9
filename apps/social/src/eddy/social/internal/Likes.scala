package eddy.social.internal

import eddy.runtime.Engine
import eddy.social.internal.database.{
  DatabaseUnavailable,
  LikeChange,
  LikeStore,
  PictureStore,
  StoredLike,
  StoredSession,
  UnsettledLike
}
import eddy.state.Pure

import java.lang.System.Logger.Level.WARNING
import java.time.InstantSource
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{ExecutionContext, Future, Promise}

/** Likes and their counters. A like is one fact of the database. Only a request that has changed the fact
  * changes the counter, so that the counter equals the number of facts when no request is under way. A
  * process that dies in between leaves the fact unsettled; the counter is then counted again. Handlers need
  * no lock for it: the database decides.
  *
  * @param settleAfter how long a change may be under way; after that its process counts as dead
  */
@Pure
private[social] final class Likes(
    engine: Engine,
    likes: LikeStore,
    pictures: PictureStore,
    feed: LikeFeed,
    ids: Ids,
    clock: InstantSource,
    settleAfter: FiniteDuration
)(using ExecutionContext):
  import Likes.*

  /** Has the user like the picture, or not. Fails with a [[Refusal]] without such a picture. */
  def set(picture: String, by: StoredSession, isOn: Boolean): Future[Liked] =
    pictures.find(picture).flatMap:
      case None => missing
      case Some(_) => set(StoredLike(picture, by.user, by.name, clock.instant), isOn, MaxAttempts)

  private def set(fact: StoredLike, isOn: Boolean, attempts: Int): Future[Liked] =
    val todo = ids.next()
    likes.change(fact, isOn, todo).flatMap:
      case LikeChange.Changed => count(fact, isOn, todo)
      case LikeChange.Same =>
        pictures.find(fact.picture).flatMap(_.fold(missing)(p => Future.successful(Liked(false, p.likes))))
      case LikeChange.Again | LikeChange.Pending(_) if attempts == 0 =>
        Future.failed(Refusal(Problem.busy("Another request changes this like. Try again soon.")))
      case LikeChange.Pending(left) if isOverdue(left) =>
        settle(left).flatMap(_ => set(fact, isOn, attempts - 1))
      case _ => delayed(set(fact, isOn, attempts - 1))

  private def count(fact: StoredLike, isOn: Boolean, todo: String): Future[Liked] =
    pictures.addLikes(fact.picture, if isOn then 1 else -1).flatMap:
      // it was removed meanwhile
      case None => likes.removeAll(fact.picture).flatMap(_ => missing)
      case Some(counted) =>
        val word = if isOn then "like" else "unlike"
        val event =
          Wire.LikeEvent(word, Some(fact.name), fact.picture, counted.likes, counted.rev, clock.millis)
        for
          _ <- feed.publish(event)
          _ <- likes.settled(fact.picture, fact.user, todo)
        yield Liked(true, counted.likes)

  /** Settles what processes that have died have left. */
  def settleOverdue(): Future[Int] =
    for
      overdue <- likes.overdue(clock.instant.minusMillis(settleAfter.toMillis), MaxSettled)
      _ <- overdue.foldLeft(Future.unit)((before, fact) => before.flatMap(_ => settle(fact)))
    yield overdue.size

  /** As [[settleOverdue]]; what fails is done the next time. */
  def settleSafely(): Unit = settleOverdue().failed.foreach:
    case _: (DatabaseUnavailable | Refusal) => ()
    case failure => log.log(WARNING, "likes could not be settled", failure)

  private def isOverdue(fact: UnsettledLike) =
    fact.at.isBefore(clock.instant.minusMillis(settleAfter.toMillis))

  /** Counts the facts, since nobody knows whether the counter has changed with this one. Fails with a
    * [[Refusal]] while other changes of the picture are under way.
    */
  private def settle(fact: UnsettledLike): Future[Unit] =
    recount(fact, MaxAttempts).flatMap(_ => likes.settled(fact.picture, fact.user, fact.todo))

  private def recount(fact: UnsettledLike, attempts: Int): Future[Unit] =
    pictures.find(fact.picture).flatMap:
      case None => likes.removeAll(fact.picture)
      case Some(picture) =>
        val counted =
          for
            number <- likes.count(fact.picture)
            // a change under way is counted, and will change the counter
            others <- likes.hasOthers(fact.picture, fact.todo)
            isSet <-
              if others then Future.successful(false) else pictures.setLikes(picture.id, number, picture.rev)
          yield Option.when(isSet)(number)
        counted.flatMap:
          case Some(number) =>
            feed.publish(Wire.LikeEvent("state", None, picture.id, number, picture.rev + 1, clock.millis))
          case None if attempts == 0 =>
            Future.failed(Refusal(Problem.busy("Others change the likes of this picture. Try again soon.")))
          case None => delayed(recount(fact, attempts - 1))

  private def delayed[A](again: => Future[A]): Future[A] =
    val result = Promise[A]()
    engine.after(Pause)(() => result.completeWith(again): Unit): Unit
    result.future

  private def missing: Future[Nothing] = Future.failed(Refusal(Problem(404, "There is no such picture.")))
end Likes

private[social] object Likes:
  /** @param isNew whether the request has changed something
    * @param likes of the picture
    */
  final case class Liked(isNew: Boolean, likes: Long) derives CanEqual

  private val Pause = 20.millis
  private val MaxAttempts = 100
  private val MaxSettled = 100
  private val log = System.getLogger("eddy.social")
end Likes
