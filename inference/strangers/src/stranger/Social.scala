package stranger

import java.util.{ArrayDeque, LinkedHashSet, PriorityQueue, TreeSet}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import scala.util.chaining.scalaUtilChainingOps

/** Leaderboards, chats, polls, feeds, likes and followers. */
object Social:
  final class Board:
    private val scores = mutable.HashMap[String, Int]()
    private var ranking = Vector.empty[String]
    def score(player: String, points: Int): Unit =
      scores(player) = scores.getOrElse(player, 0) + points
      ranking = scores.keys.toVector.sortBy(p => (-scores(p), p))
    def top(n: Int): Seq[(String, Int)] = ranking.take(n).map(p => p -> scores(p))
    def sum: Int = scores.values.sum
    def size: (Int, Int) = (scores.size, ranking.size)

  private val board = StrangerCase("leaderboard with a ranking"):
    val board = Board()
    var shown = 0
    handlers(i => board.score(s"p${i % 9}", 3), i => shown += board.top(3).size.min(1)).leave: n =>
      expect("points", board.sum, 3 * n).orElse(expect("players", board.size(0), board.size(1)))

  private val sortedBoard = StrangerCase("leaderboard ordered by scores that change"):
    val scores = mutable.Map[Int, Int]().withDefault(_ => 0)
    val ranking =
      TreeSet[Integer](java.util.Comparator.comparing[Integer, Integer](p => scores(p)).thenComparing(p => p))
    val score: Int => Unit = i =>
      val player = i % 11
      ranking.remove(player)
      scores(player) = scores(player) + 1
      ranking.add(player): Unit
    handlers(score, i => score(i + 5)).leave: n =>
      expect("players", ranking.size, n.min(11)).orElse(expect("points", scores.values.sum, 2 * n))
        .orElse(require(
          "in order",
          ranking.asScala.toList.map(p => scores(p)).sliding(2).forall(s => s == s.sorted)
        ))

  final case class Message(from: Int, text: String)

  final class Room(val name: String):
    val messages: mutable.ArrayBuffer[Message] = mutable.ArrayBuffer.empty
    val members: mutable.LinkedHashSet[Int] = mutable.LinkedHashSet.empty
    def say(from: Int, text: String): Unit =
      if !members(from) then members += from
      messages += Message(from, text)

  private val chat = StrangerCase("chat rooms by name"):
    val rooms = Map("lobby" -> Room("lobby"), "tech" -> Room("tech"))
    handlers(
      i => rooms(if i % 2 == 0 then "lobby" else "tech").say(i % 5, s"hi $i"),
      i => rooms.get("tech").foreach(_.say(9, "bot")),
      i => rooms.values.foreach(_.members -= 7)
    ).leave(n => expect("messages", rooms.values.map(_.messages.size).sum, 2 * n))

  private val dynamicRooms = StrangerCase("chat rooms made on demand"):
    val rooms = mutable.TreeMap[String, Room]()
    var left = 0
    val enter: Int => Unit = i => rooms.getOrElseUpdate(s"r${i % 3}", Room(s"r${i % 3}")).say(i, "in")
    val close: Int => Unit = i =>
      if i % 8 == 7 then rooms.remove(s"r${i % 3}").foreach(r => left += r.messages.size)
    handlers(enter, close).leave(n => expect("messages", rooms.values.map(_.messages.size).sum + left, n))

  final class Poll(options: String*):
    private val votes = mutable.LinkedHashMap.from(options.map(_ -> 0))
    private val voters = mutable.Set[Int]()
    def vote(voter: Int, option: String): Boolean =
      votes.contains(option) && voters.add(voter) && { votes(option) += 1; true }
    def change(from: String, to: String): Unit = if votes(from) > 0 then
      votes(from) -= 1
      votes(to) += 1
    def counted: Int = votes.values.sum
    def turnout: Int = voters.size

  private val poll = StrangerCase("a poll with one vote each"):
    val poll = Poll("yes", "no", "maybe")
    handlers(
      i => poll.vote(i % 40, if i % 3 == 0 then "yes" else "no"): Unit,
      i => poll.vote(i % 60, "maybe"): Unit,
      _ => poll.change("no", "yes")
    ).leave(_ => expect("votes", poll.counted, poll.turnout))

  enum Reaction:
    case Like, Love, Laugh

  private val reactions = StrangerCase("reactions counted by ordinal"):
    val counts = new Array[Int](Reaction.values.length)
    handlers(i => counts(Reaction.fromOrdinal(i % 3).ordinal) += 1, _ => counts(Reaction.Love.ordinal) += 2)
      .leave(n => expect("reactions", counts.sum, 3 * n))

  private val likes = StrangerCase("likes toggled in sets of a map"):
    val likes = mutable.HashMap[Int, mutable.Set[Int]]()
    var total = 0
    val toggle: Int => Unit = i =>
      val set = likes.getOrElseUpdate(i % 4, mutable.Set.empty)
      val user = i / 4 % 3
      if set.remove(user) then total -= 1
      else
        set += user
        total += 1
    handlers(toggle, i => toggle(i + 1)).leave(_ =>
      expect("likes", likes.valuesIterator.map(_.size).sum, total)
    )

  final class User(val id: Int):
    var following: Set[User] = Set.empty
    var followers: Set[User] = Set.empty
    def follow(other: User): Unit = if other ne this then
      following += other
      other.followers += this
    def unfollow(other: User): Unit =
      following -= other
      other.followers -= this

  private val followers = StrangerCase("followers on both sides"):
    val users = IndexedSeq.tabulate(10)(User(_))
    handlers(
      i => users(i % 10).follow(users(i * 7 % 10)),
      i => users(i * 3 % 10).unfollow(users(i % 10)),
      i => users(i % 7).follow(users(9))
    ).leave: _ =>
      expect("both sides", users.map(_.following.size).sum, users.map(_.followers.size).sum)
        .orElse(require("mutual", users.forall(u => u.following.forall(_.followers(u)))))

  private val feed = StrangerCase("feeds fanned out to inboxes"):
    val inboxes = Array.fill(5)(ArrayDeque[String]())
    val follows = Map(0 -> List(1, 2), 1 -> List(2, 3), 2 -> List(4))
    var dropped = 0
    val publish: Int => Unit = i =>
      for reader <- follows.getOrElse(i % 3, Nil) do
        val inbox = inboxes(reader)
        if inbox.size == 15 then
          inbox.pollFirst()
          dropped += 1
        inbox.addLast(s"post $i")
    handlers(publish, publish).leave: n =>
      val sent = 2 * (0 until n).map(i => follows(i % 3).size).sum
      expect("posts", inboxes.map(_.size).sum + dropped, sent)

  private val trending = StrangerCase("trending tags in a heap that is rebuilt"):
    val counts = mutable.HashMap[String, Int]()
    val heap =
      PriorityQueue[(Int, String)](java.util.Comparator.comparing[(Int, String), Integer](t => -t._1))
    val tag: Int => Unit = i =>
      val name = s"#t${i % 6}"
      counts.updateWith(name)(n => Some(n.fold(1)(_ + 1))).foreach: n =>
        heap.removeIf(_._2 == name)
        heap.add((n, name)): Unit
    handlers(tag, i => tag(i * 5)).leave: n =>
      expect("tags", heap.asScala.map(_._1).sum, 2 * n).orElse(expect("counts", counts.values.sum, 2 * n))

  private val moderation = StrangerCase("posts moved by a moderator"):
    var (pending, approved, hidden) = (List.empty[Int], List.empty[Int], Set.empty[Int])
    val post: Int => Unit = i => pending = i :: pending
    val moderate: Int => Unit = _ =>
      val (good, rest) = pending.partition(_ % 2 == 0)
      val (bad, later) = rest.span(_ % 3 == 0)
      approved :::= good
      hidden ++= bad
      pending = later
    handlers(post, moderate).leave(n => expect("posts", pending.size + approved.size + hidden.size, n))

  private val presence = StrangerCase("presence as a set with copies"):
    val online = LinkedHashSet[Integer]()
    val events = mutable.Buffer[Int]()
    val enter: Int => Unit = i => if online.add(i % 12) then events += 1
    val leave: Int => Unit = i => if online.remove(i * 5 % 12) then events += -1
    handlers(enter, leave).leave(_ => expect("online", online.size, events.sum))

  private val threads = StrangerCase("comments as a tree"):
    final class Comment(val text: String):
      val replies: mutable.ListBuffer[Comment] = mutable.ListBuffer.empty
      def size: Int = 1 + replies.map(_.size).sum
      def deepest: Comment = replies.lastOption.fold(this)(_.deepest)
    val root = Comment("post")
    handlers(
      i => root.replies += Comment(s"c$i"),
      i =>
        (if i % 10 == 0 then root else root.replies.headOption.getOrElse(root)).replies.append(Comment(
          "r"
        )): Unit
    ).leave(n => expect("comments", root.size, 2 * n + 1))

  private val deepThreads = StrangerCase("answers to the newest comment"):
    final class Node(val id: Int, var next: Option[Node] = None)
    val head = Node(-1)
    def last(n: Node): Node = n.next match
      case Some(m) => last(m)
      case None => n
    def length(n: Node): Int = 1 + n.next.map(length).getOrElse(0)
    handlers(i => last(head).next = Some(Node(i)), i => head.next = Some(Node(i, head.next)))
      .leave(n => expect("nodes", length(head), 2 * n + 1))

  private val notifications = StrangerCase("unread counters built with tap"):
    final class Inbox:
      var unread, total = 0
    val inboxes = Vector.fill(3)(Inbox())
    handlers(
      i => inboxes(i % 3).tap(_.unread += 1).tap(_.total += 1): Unit,
      i => inboxes(i % 3).pipe(box => if box.unread > 0 then box.unread -= 1 else box.total += 0)
    ).leave(n => expect("total", inboxes.map(_.total).sum, n))

  private val matches = StrangerCase("players are matched in pairs"):
    var waiting: Option[Int] = None
    val pairs = mutable.ArrayBuffer[(Int, Int)]()
    val join: Int => Unit = i =>
      waiting = waiting match
        case Some(other) =>
          pairs += other -> i
          None
        case None => Some(i)
    handlers(join, i => join(i + 10_000)).leave: n =>
      expect("players", pairs.size * 2 + waiting.size, 2 * n)
        .orElse(expect("distinct", pairs.flatMap((a, b) => List(a, b)).toSet.size, pairs.size * 2))

  val all: List[StrangerCase] = List(
    board,
    sortedBoard,
    chat,
    dynamicRooms,
    poll,
    reactions,
    likes,
    followers,
    feed,
    trending,
    moderation,
    presence,
    threads,
    deepThreads,
    notifications,
    matches
  )
end Social
