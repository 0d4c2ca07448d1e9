package eddy.inference.internal.code

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.Instruction.Op
import eddy.inference.internal.bytecode.{
  Conventions,
  Descriptors,
  Instruction,
  Memo,
  MethodCode,
  MethodName,
  OptionMethod
}
import eddy.inference.internal.classpath.{ClassRepository, DeclaredEffects}
import eddy.inference.internal.heap.{AccessPath, Implementation, Key}
import eddy.inference.internal.library.LibraryModel

import java.util.concurrent.ConcurrentHashMap
import scala.annotation.tailrec
import scala.collection.mutable

/** Results of methods in terms of their parameters, where they can be worked out before the methods are
  * called: of methods without loops, which only read fields that nobody assigns, make texts and plain
  * objects, branch on what is known, and call others of the kind. Any thread.
  */
private[inference] final class KeyTemplates(
    repository: ClassRepository,
    library: LibraryModel,
    declaredEffects: DeclaredEffects
):
  import KeyTemplates.*

  private val known = ConcurrentHashMap[MethodName, Template]()

  // at most so many methods within each other were not enough: asked with no more, it is not looked at again
  private val tooHighWith = ConcurrentHashMap[MethodName, Integer]()

  /** In terms of its parameters, the receiver first. Says the same in whatever order methods are asked for: a
    * method has a template only if it and all that it calls are at most `Limits.KeyMethods` deep, and no
    * result that was cut short further up is kept.
    */
  private def of(method: MethodName, from: Caller): Option[Key] =
    val before = known.get(method)
    val found =
      if before != null then before
      else if from.methods.contains(method) || isTooHigh(method, Limits.KeyMethods - from.methods.size) then
        Template.TooHigh
      else
        val here = Caller(method :: from.methods)
        val made = Template(keyOf(method, here), here.height)
        if made.height < Template.TooHigh.height || from.methods.isEmpty then
          val _ = known.put(method, made)
        else
          val _ = tooHighWith.merge(method, Limits.KeyMethods - from.methods.size, Integer.max(_, _))
        made
    from.height = from.height.max(found.height + 1)
    found.key.filter(_ => found.height < Limits.KeyMethods)

  private def isTooHigh(method: MethodName, left: Int): Boolean =
    left <= 0 || left <= tooHighWith.getOrDefault(method, 0)

  private def keyOf(method: MethodName, here: Caller): Option[Key] =
    for
      body <- repository.body(method) if body.lazyField.isEmpty
      code <- body.code if code.handlers.isEmpty
      key <- run(method, code, here)
      if key.size <= Limits.KeySize
    yield key

  /** The result of a call. `target`: the method of the application's that it runs, where that is certain. */
  def call(op: Op, called: MethodName, arguments: Vector[Given], target: => Option[MethodName]): Option[Key] =
    result(op, called, arguments, target, Caller(Nil)).filter(_.size <= Limits.KeySize)

  /** An object that the constructor makes of these. */
  def made(constructor: MethodName, arguments: Vector[Given]): Option[Key] =
    construct(constructor, arguments).filter(_.size <= Limits.KeySize)

  private def result(
      op: Op,
      called: MethodName,
      arguments: Vector[Given],
      target: => Option[MethodName],
      from: Caller
  ): Option[Key] =
    if isBoxing(called) then arguments.lastOption.flatMap(_.key)
    else if library.makesTuple(called.owner, called.name) then
      val parts = arguments.map(_.key.getOrElse(Key.Unknown))
      // behind the module that makes it
      Option.when(parts.head != Key.Unknown && parts.tail.exists(_ != Key.Unknown)):
        Key.Call(called, isStatic = false, parts)
    else if isTuple(called.owner) && called.name.startsWith("_") then
      arguments.head.key.flatMap(partOf(_, called))
    else if arguments.sizeIs == 2 && Key.equalities.contains(called) then equality(called, arguments)
    else if library.wraps(called.owner, called.name) then
      arguments.last.key.map(Key.Wrapped(_))
    else if library.isOption(called.owner) then ofOption(called, arguments, from)
    else if library.isStable(called.owner, called.name) ||
      // nobody annotates a library's
      !library.isLibrary(called.owner) && declaredEffects.isStable(called)
    then
      val keys = arguments.flatMap(_.key)
      Option.when(keys.sizeIs == arguments.size && keys.nonEmpty)(Key.Call(
        called,
        op == Op.INVOKE_STATIC,
        keys
      ))
    else if library.isLibrary(called.owner) || declaredEffects.of(called).nonEmpty then None
    else
      target.filterNot(t => library.isLibrary(t.owner)).flatMap(of(_, from)).flatMap(_.withArguments(i =>
        arguments.lift(i).flatMap(_.key)
      ))

  /** With `None` for an option, as a pattern asks it, and otherwise of texts and numbers. */
  private def equality(called: MethodName, of: Vector[Given]): Option[Key] =
    for a <- of(0).key; b <- of(1).key
    yield
      if isNone(a) then isEmpty(b)
      else Key.Call(called, isStatic = called.owner != Descriptors.AnyObject, Vector(a, b))

  private def isTuple(c: String) = library.makesTuple(s"$c$$", "apply")

  /** Texts and numbers count alike however they are passed, as they do for equality. But a Boolean
    * and a character are numbers only in bytecode. A number out of a text is another value.
    */
  private def isBoxing(m: MethodName): Boolean = library.boxes(m.owner, m.name) && {
    val of = Descriptors.parameters(m.descriptor).headOption.flatMap(Descriptors.className)
    of.contains(Conventions.Text) == Descriptors.className(Descriptors.result(m.descriptor)).contains(
      Conventions.Text
    )
  }

  private def partOf(pair: Key, called: MethodName): Option[Key] = pair match
    case Key.Call(m, _, parts) if library.makesTuple(m.owner, m.name) =>
      // behind the module that makes it
      parts.lift(called.name.drop(1).takeWhile(_.isDigit).toInt).filter(_ != Key.Unknown)
    case whole if whole.isComplete => Some(Key.Call(called, isStatic = false, Vector(whole)))
    case _ => None

  private def ofOption(called: MethodName, arguments: Vector[Given], from: Caller): Option[Key] =
    for
      method <- OptionMethod.of(called.name)
      option <- arguments.head.key
      key <- option match
        // whether there is anything is not known, but what it is
        case Key.Filtered(of, Key.Unknown, isNot)
            if method != OptionMethod.Filtered && method != OptionMethod.NotFiltered =>
          ofOption(called, arguments.updated(0, Given.Known(of)), from).flatMap(ofFiltered(method, _, isNot))
        case _ => ofOption(called, method, option, arguments, from)
    yield key

  /** @param found the result for an option that is not filtered */
  private def ofFiltered(method: OptionMethod, found: Key, isNot: Boolean): Option[Key] =
    import OptionMethod.*
    method match
      case Content => Some(found)
      case Mapped | FlatMapped | Guarded => Some(Key.Filtered(found, Key.Unknown, isNot))
      case _ =>
        found match
          // without anything it is never used
          case Key.OfOption(option, some, Key.Never) => Some(Key.OfOption(option, some, Key.Never))
          case _ => None

  private def ofOption(
      called: MethodName,
      method: OptionMethod,
      option: Key,
      arguments: Vector[Given],
      from: Caller
  ): Option[Key] =
    import OptionMethod.*
    def function(i: Int, of: Key*) = arguments.lift(i).flatMap(applied(_, of.toVector, from))
    val inside = Key.unwrapped(option)
    method match
      // a predicate decides whether there is anything: only the element is known, to functions that get it
      case Guarded => Some(option)
      case _ if library.isDeferred(called.owner) => None
      case Content => Some(inside)
      case Else => function(1).map(Key.OfOption(option, inside, _))
      case Or => function(1).map(Key.OfOption(option, option, _))
      case Mapped => function(1, inside).map(r => Key.OfOption(option, Key.Wrapped(r), nothing))
      case FlatMapped => function(1, inside).map(Key.OfOption(option, _, nothing))
      case Filtered | NotFiltered =>
        Some(Key.Filtered(option, function(1, inside).getOrElse(Key.Unknown), method == NotFiltered))
      case Folded =>
        for none <- function(1); some <- function(2, inside) yield Key.OfOption(option, some, none)
      case Defined => Some(Key.isDefined(option))
      case Empty => Some(isEmpty(option))
  end ofOption

  /** The result of a function with these arguments. */
  private def applied(f: Given, of: Vector[Key], from: Caller): Option[Key] = f match
    case Given.Function(made, captured) =>
      val all = captured ++ of.map(Given.Known(_))
      val op = if made.kind == Implementation.Static then Op.INVOKE_STATIC else Op.INVOKE_VIRTUAL
      val isFixed = made.kind == Implementation.Static || made.kind == Implementation.Special
      if made.kind == Implementation.NewObject then None
      else
        result(op, made.method, all, if isFixed then Some(made.method) else certain(op, made.method), from)
    case _ => None

  /** The method that is called, whatever its receiver. */
  def certain(op: Op, m: MethodName): Option[MethodName] =
    if op == Op.INVOKE_STATIC then Some(repository.inherited(m))
    else if op == Op.INVOKE_SPECIAL || repository.info(m.owner).exists(_.isFinal(m.inClass)) then
      repository.resolve(m)
    else None

  /** A concatenation of texts and numbers. */
  def text(i: Instruction, arguments: Vector[Given]): Option[Key] = i.constant match
    case recipe: String if i.owner == Conventions.Concatenation =>
      val keys = arguments.flatMap(_.key)
      val isPlain = Descriptors.parameters(i.descriptor).forall(d => d != "Z" && d != "C")
      Option.when(isPlain && keys.sizeIs == arguments.size && keys.forall(_.isComplete))(Key.Text(
        recipe,
        keys
      ))
    case _ => None

  private def run(method: MethodName, code: MethodCode, from: Caller): Option[Key] =
    val locals = Array.fill[Given](code.maxLocals)(Given.Nothing)
    var slot = 0
    for (p, i) <- ((if code.isStatic then Vector.empty else Vector("L")) ++ Descriptors.parameters(
        method.descriptor
      )).zipWithIndex
    do
      locals(slot) = Given.Known(Key.Parameter(i))
      slot += (if Descriptors.isWide(p) then 2 else 1)
    Run(code, from, locals, mutable.ArrayBuffer(), Limits.KeyDecisions).result(0)

  /** The way through a method from one instruction on.
    *
    * @param decisions
    *   as many may follow
    */
  private final class Run(
      code: MethodCode,
      from: Caller,
      locals: Array[Given],
      stack: mutable.ArrayBuffer[Given],
      decisions: Int
  ):
    @tailrec def result(at: Int): Option[Key] =
      val i = code.instructions.apply(at)
      // a loop ends when nobody knows
      if i.targets.exists(_ <= at) then None
      else
        i.op match
          case Op.RETURN_VALUE => stack.lastOption.flatMap(_.key)
          case Op.THROW => Some(Key.Never)
          case Op.GOTO => result(i.targets.head)
          case Op.IF_ONE =>
            pop(1).head.key.flatMap(Frame.Condition.of(i, _)).flatMap(either(_, i.targets.head, at + 1))
          case _ => if step(i) then result(at + 1) else None

    private def either(condition: Frame.Condition, jumping: Int, next: Int): Option[Key] =
      if decisions == 0 then None
      else
        def way(at: Int) = Run(code, from, locals.clone, stack.clone, decisions - 1).result(at)
        val (yes, no) = if condition.holds then (jumping, next) else (next, jumping)
        Key.either(condition.key, way(yes), way(no))

    private def pop(n: Int): Vector[Given] =
      val popped = stack.takeRight(n).toVector
      stack.dropRightInPlace(n)
      popped
    private def push(key: Option[Key]) = stack += key.fold(Given.Nothing)(Given.Known(_))

    private def called(i: Instruction): Boolean =
      val receivers = if i.op == Op.INVOKE_STATIC then 0 else 1
      val arguments = pop(Descriptors.parameters(i.descriptor).size + receivers)
      if i.name == "<init>" then
        arguments.head match
          case fresh: Given.Fresh => fresh.made = construct(i.called, arguments.tail)
          case _ => ()
        true
      else if Descriptors.result(i.descriptor) == "V" then false
      else
        did(push(KeyTemplates.this.result(i.op, i.called, arguments, certain(i.op, i.called), from)))

    private def step(i: Instruction): Boolean = i.op match
      case Op.LOAD => did(stack += locals(i.number))
      case Op.STORE => did(locals(i.number) = pop(1).head)
      case Op.CONSTANT => did(push(Option(i.constant).map(Key.Constant(_))))
      case Op.NOTHING | Op.CAST => true
      case Op.INSTANCE_OF =>
        val of = pop(1).head.key
        did(push(of.filter(_ => i.owner == Conventions.Some).map(Key.isDefined)))
      case Op.STACK => i.name match
          case "DUP" => did(stack += stack.last)
          case "POP" => did(pop(1))
          case _ => false
      case Op.NEW => did(stack += Given.Fresh())
      case Op.GET_STATIC =>
        val owner = repository.declaringClass(i.owner, i.name)
        val isStable = i.name == "MODULE$" || repository.isStable(owner, i.name) ||
          library.isLibrary(owner) && repository.isFinalField(owner, i.name) && holdsImmutable(i.descriptor)
        did(push(Option.when(isStable)(Key.At(AccessPath(
          AccessPath.Root.Static(owner, i.name, stable = true),
          Nil
        )))))
      case Op.GET_FIELD =>
        val owner = repository.declaringClass(i.owner, i.name)
        val of = pop(1).head.key
        did(push(of.filter(_ => repository.isStable(owner, i.name)).map(Key.Field(owner, i.name, _))))
      case Op.INVOKE_STATIC | Op.INVOKE_SPECIAL | Op.INVOKE_VIRTUAL => called(i)
      case Op.INVOKE_DYNAMIC =>
        val arguments = pop(Descriptors.parameters(i.descriptor).size)
        if i.lambda != null then did(stack += Given.Function(Implementation(i.lambda), arguments))
        else did(push(text(i, arguments)))
      case _ => false
  end Run

  private def did(action: Any): Boolean = true

  private def holdsImmutable(field: String) = Descriptors.className(field).forall(library.isImmutable)

  private def construct(constructor: MethodName, of: Vector[Given]): Option[Key] =
    val keys = of.flatMap(_.key)
    if keys.sizeIs != of.size then None
    else if library.wraps(constructor.owner, constructor.name) then keys.headOption.map(Key.Wrapped(_))
    else Option.when(keys.nonEmpty && onlyKeeps(constructor))(Key.Made(constructor, keys))

  /** The constructor sets fields of its object, and does nothing else. */
  private val onlyKeeps: Memo[MethodName, java.lang.Boolean] = Memo: c =>
    library.isUser(
      c.owner
    ) && repository.info(c.owner).flatMap(_.code(c.inClass)).exists(_.instructions.forall(i =>
      i.op match
        case Op.LOAD | Op.CONSTANT | Op.NOTHING | Op.RETURN_VOID => true
        case Op.PUT_FIELD => i.owner == c.owner
        case Op.INVOKE_SPECIAL => i.name == "<init>" && (Conventions.plainest(i.owner) || keeps(i.called))
        case Op.INVOKE_STATIC | Op.INVOKE_VIRTUAL => i.name.startsWith("$init$") && library.isLibrary(i.owner)
        case _ => false
    ))
  private def keeps(constructor: MethodName): Boolean = onlyKeeps(constructor)
end KeyTemplates

private[inference] object KeyTemplates:
  /** @param height methods that it calls, one within the other */
  private final case class Template(key: Option[Key], height: Int)
  private object Template:
    /** It calls itself, or more methods within each other than are followed. */
    val TooHigh: Template = Template(None, 1000)

  /** @param methods that are looked at just now, the innermost first */
  private final class Caller(val methods: List[MethodName]):
    /** Of the methods called so far. */
    var height: Int = 0

  /** An argument of a method. */
  sealed trait Given:
    def key: Option[Key] = None
  object Given:
    final case class Known(value: Key) extends Given:
      override def key: Option[Key] = Some(value)
    final case class Function(made: Implementation, captured: Vector[Given]) extends Given
    case object Nothing extends Given

    /** An object that is being made; known once its constructor was called. */
    final class Fresh extends Given:
      var made: Option[Key] = None
      override def key: Option[Key] = made
  end Given

  private val nothing = Key.Constant(None)

  private def isEmpty(option: Key) =
    Key.OfOption(option, Key.Constant(java.lang.Boolean.FALSE), Key.Constant(java.lang.Boolean.TRUE))

  /** As a pattern asks it for `None`. */
  private def isNone(key: Key) = key match
    case Key.At(path) => path.isModule && path.root == none
    case _ => false
  private val none = AccessPath.Root.Static("scala/None$", "MODULE$", stable = true)
end KeyTemplates
