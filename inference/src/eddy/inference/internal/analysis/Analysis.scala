package eddy.inference.internal.analysis

import eddy.inference.internal.bytecode.{Descriptors, MethodName, Names}
import eddy.inference.internal.heap.{Atom, ClosureCode, Key, Path, Value}
import eddy.inference.report.Sighting
import eddy.inference.spi.StandIn
import eddy.state.Mode

import scala.util.control.NonFatal

/** Works out what one callback object may touch: an abstract interpretation of its bytecode and of all that
  * it calls (design: docs/inference.md; the idea of classifying callbacks from their bytecode: Node.Scala,
  * section 4). For one thread.
  */
private[inference] final class Analysis private (val world: World, callback: AnyRef):
  val findings: Findings = Findings()
  val tasks: Tasks = Tasks()
  val heap: Heap = Heap(tasks)
  val types: Types = world.types
  val concrete: Concrete = Concrete(callback, world, findings)

  // they call each other, each through this object
  lazy val methods: Methods = Methods(this)
  lazy val interpreter: Interpreter = Interpreter(this)
  lazy val fields: FieldAccesses = FieldAccesses(this)
  lazy val lazyValues: LazyValues = LazyValues(this)
  lazy val calls: Calls = Calls(this)
  lazy val closures: Closures = Closures(this)
  lazy val callbacks: Callbacks = Callbacks(this)
  lazy val records: Records = Records(this)
  lazy val reachability: Reachability = Reachability(this)
  lazy val libraryCalls: LibraryCalls = LibraryCalls(this)
  lazy val declaredCalls: DeclaredCalls = DeclaredCalls(this)
  lazy val handovers: Handovers = Handovers(this)
  lazy val registrations: Registrations = Registrations(this)
  lazy val keys: Keys = Keys(this)

  private val following = Fact(false)

  /** Looks also at the callbacks that this one registers, each for itself. */
  def followsRegistered: Boolean = tasks.read(following)

  /** What the callback itself touches. */
  def summary: SymbolicSummary = SymbolicSummary.of(this, findings.own)

  /** Looks also at the callbacks that this one registers, with how and where, as far as they are known before
    * it runs. What has been found of the callback itself is used, and not to be asked for afterwards.
    */
  def registering(): Analysis =
    if !hasGivenUp && !methods.foundKeyed then
      tasks.write(following, true)
      val _ = run()
    if !hasGivenUp && !methods.foundKeyed then this else Analysis.registering(callback, world)

  /** What the callbacks that [[registering]] has looked at touch, with how and where they are registered. */
  def ofRegistered: List[(String, SymbolicSummary)] =
    for part <- findings.registered; how <- part.registered yield (how, SymbolicSummary.of(this, part))

  private def run(): this.type =
    attempt(roundsUntilNothingChanges())
    // of which callback it was is not known
    for found <- givenUp; part <- findings.own :: findings.registered do
      part.found(Effect(Place.Everything, Mode.Writes)) = found
    this

  /** Whatever goes wrong, the answer is sound: a callback that cannot be understood excludes all others. The
    * rest of it is looked at all the same, as something may speak against letting it run at all.
    */
  private def attempt(look: => Unit): Unit =
    try look
    catch
      case _: StackOverflowError =>
        ranOut = true
        giveUp("the code calls itself too deeply to follow")
      case e: LinkageError => giveUp(s"$e")
      case NonFatal(e) => giveUp(s"$e")

  /** It may do everything, and beside that what was found. */
  def hasGivenUp: Boolean = givenUp.nonEmpty
  private var givenUp = Option.empty[Sighting]

  /** The stack of this thread was too small. */
  def ranOutOfStack: Boolean = ranOut
  private var ranOut = false

  /** Some of the code is not followed. */
  def giveUp(why: String): Unit =
    if givenUp.isEmpty then givenUp = Some(Sighting.first(findings.here, Some(s"the analysis gave up: $why")))

  private def roundsUntilNothingChanges(): Unit =
    var round = 1
    var again = true
    while again do
      // who follows keys further may come upon others
      tasks.newRound(all = methods.foundKeyed)
      findings.restart()
      start()
      again = !hasGivenUp && (tasks.changed || round == 1 && methods.foundKeyed)
      round += 1
      if again && round > Analysis.MaxRounds then
        throw TooLarge(s"values still change after ${Analysis.MaxRounds} rounds")

  private def start(): Unit =
    val c = callback.getClass
    if !world.library.isUnguarded(Descriptors.internalName(c)) then enter(c)

  private def enter(c: Class[?]): Unit =
    world.index.include(if ClosureCode.isClosure(c) then c.getNestHost else c)
    if ClosureCode.isClosure(c) then
      closures.ways(Path.callback, callback, arguments).foreach(look)
      // default methods of the application's by which others call it
      ClosureCode.interfacesOf(c).filter(world.library.isUser).foreach(i =>
        entries(i, world.overrides.entries(i))
      )
    else overriding(Descriptors.internalName(c))

  /** An ordinary class: what overrides a method of the framework or of the library is what will be called. */
  private def overriding(c: String): Unit =
    val found = world.overrides.entries(c)
    if found.isEmpty then
      findings.everything(s"${Names.ofClass(c)} has no method that the framework could call")
    entries(c, found)

  private def entries(c: String, methods: List[MethodName]): Unit =
    val self = Value.of(Atom.Existing(Path.callback, c))
    for m <- methods do
      look(() => calls.exact(m.in(c), self +: arguments(Descriptors.parameters(m.descriptor))))

  /** At one of several pieces of code, each of which may be run. */
  private def look(code: () => Value): Unit =
    attempt(code(): Unit)
    findings.restart()

  private def arguments(parameters: Vector[String]): Vector[Value] =
    parameters.zipWithIndex.map: (p, i) =>
      // in place of another callback, which gets other arguments
      types.ofRootParameter(p).known(Option.when(!callback.isInstanceOf[StandIn])(Key.Argument(i)))
end Analysis

private[inference] object Analysis:
  private val MaxRounds = 30

  /** Of the callback itself. */
  def of(callback: AnyRef, world: World): Analysis = ofKeys(callback, world, withRegistered = false)

  /** Through which methods keys have to be followed is not known before they have been looked at once. */
  private def ofKeys(callback: AnyRef, world: World, withRegistered: Boolean): Analysis =
    val first = once(callback, world, withRegistered)
    if first.hasGivenUp || !first.methods.foundKeyed then first
    else
      val second = once(callback, world, withRegistered)
      if second.hasGivenUp then first else second

  private def once(callback: AnyRef, world: World, withRegistered: Boolean) =
    val it = Analysis(world, callback)
    if withRegistered then it.tasks.write(it.following, true)
    it.run()

  /** Looks also at the callbacks that this one registers, with how and where, as far as they are known before
    * it runs.
    */
  def registering(callback: AnyRef, world: World): Analysis =
    ofKeys(callback, world, withRegistered = true)
end Analysis
