package eddy.actor
package mailbox

/** The ways to run the same program with a bounded mailbox: each kind of actor, alone or as a child. */
enum MailboxKind derives CanEqual:
  case Reacting, Threaded, SupervisedReacting, SupervisedThreaded

  def isSupervised: Boolean = this == SupervisedReacting || this == SupervisedThreaded

  /** Starts the actor of [[MailboxModel]]. A message below zero fails; `handle` hears of the others.
    *
    * @param started called when a life begins
    * @param keepMailbox see [[ChildOptions]]
    */
  def start(mailbox: MailboxPolicy.Bounded[Int], keepMailbox: Boolean = true)(started: () => Unit)(
      handle: Int => Unit
  )(using ActorSystem): ActorRef[Int] =
    // a class for each phase, since the actor remembers how far each of them has come
    def phase(p: Int): Actor[Int] ?=> Behavior[Int] = p match
      case 0 => react { case n if n < 0 => fail(n); case n if n % 3 == 0 => handle(n); phase(n / 3 % 3) }
      case 1 => react { case n if n < 0 => fail(n); case n if n % 3 == 1 => handle(n); phase(n / 3 % 3) }
      case _ => react { case n if n < 0 => fail(n); case n if n % 3 == 2 => handle(n); phase(n / 3 % 3) }
    def reacting: Actor[Int] ?=> Behavior[Int] =
      started()
      phase(0)
    def threaded: ThreadActor[Int] ?=> Unit =
      started()
      var p = 0
      while true do
        p = receive:
          case n if n < 0 => fail(n)
          case n if n % 3 == p =>
            handle(n)
            n / 3 % 3
    def fail(n: Int): Nothing = throw IllegalStateException(s"got $n")
    val options = ChildOptions(keepMailbox = keepMailbox, mailbox = mailbox)
    def supervised(child: Child[Int]): ActorRef[Int] =
      val _ = supervise()(child)
      child.ref
    this match
      case Reacting => actor.bounded(mailbox.capacity, mailbox.overflow)(reacting)
      case Threaded => threadActor.bounded(mailbox.capacity, mailbox.overflow)(threaded)
      case SupervisedReacting => supervised(Child("child", options)(reacting))
      case SupervisedThreaded => supervised(Child.thread("child", options)(threaded))
  end start
end MailboxKind
