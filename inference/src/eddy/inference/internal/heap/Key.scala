package eddy.inference.internal.heap

import eddy.inference.internal.bytecode.{Descriptors, MethodName, Names}

/** How a value that a handler uses can be worked out before it runs. It is equal each time it is worked out.
  */
private[inference] enum Key derives CanEqual:
  /** Stands in the code: a text or a number. */
  case Constant(value: AnyRef)

  /** Lies at a path that leads to one object, over nothing that anybody assigns. */
  case At(path: AccessPath)

  /** An argument of the handler. */
  case Argument(index: Int)

  /** A value that a handler of another's has captured once that hands it over: known then, and not before.
    */
  case Captured(index: Int)

  /** The result of a method that returns the same each time. `of`: receiver and arguments. */
  case Call(method: MethodName, isStatic: Boolean, of: Vector[Key])

  /** A field that nobody assigns. */
  case Field(owner: String, name: String, of: Key)

  /** An object whose constructor does nothing but keep what it is given. */
  case Made(constructor: MethodName, of: Vector[Key])

  /** A concatenation. The recipe is that of `java.lang.invoke.StringConcatFactory`. */
  case Text(recipe: String, of: Vector[Key])

  /** The content of a `Some`. Code that takes it out of an empty option ends there. */
  case Unwrapped(option: Key)

  case Wrapped(value: Key)

  /** One of two, depending on a truth value. */
  case Either(condition: Key, yes: Key, no: Key)

  /** The option, or an empty one where what is in it does not satisfy the predicate; `predicate`: its
    * result, which may be unknown.
    */
  case Filtered(option: Key, predicate: Key, isNot: Boolean)

  /** What a method gets: its receiver first. In a [[KeyTemplates template]] only. */
  case Parameter(index: Int)

  /** Code that would give it throws instead. */
  case Never

  /** A part that nobody knows, of a pair whose other part is known. */
  case Unknown

  /** As in `argument(0).path(id)`. */
  override def toString: String = this match
    case Constant(value) => value.toString
    case At(path) => path.toString
    case Argument(index) => s"argument($index)"
    case Captured(index) => s"captured($index)"
    // behind the companion
    case Call(method, _, of) if method.name == "apply" && method.owner.startsWith("scala/Tuple") =>
      of.tail.mkString("(", ", ", ")")
    case Call(method, _, of) if Key.equalities(method) => of.mkString(" == ")
    case Call(method, _, of) =>
      val shown = of.filterNot(_.isImplied)
      val name = method.name.takeWhile(_ != '$')
      if shown.isEmpty then name
      else if shown.sizeIs == 1 then s"${shown.head}.$name"
      else s"${shown.head}.$name(${shown.tail.mkString(", ")})"
    case Field(_, name, of) => s"$of.$name"
    case Made(constructor, of) => s"${Names.ofClass(constructor.owner)}(${of.mkString(", ")})"
    case Text(recipe, of) =>
      val pieces = recipe.split("\u0001", -1)
      pieces.head + pieces.tail.zip(of).map((text, part) => s"$${$part}$text").mkString
    case Unwrapped(option) => s"$option.get"
    case Wrapped(value) => s"Some($value)"
    case Key.OfOption(option, Unwrapped(same), none) if option == same => s"$option.getOrElse($none)"
    case Key.OfOption(option, some, none) if some == option => s"$option.orElse($none)"
    case Key.OfOption(_, Wrapped(some), Constant(None)) => some.toString
    case Key.OfOption(_, some, Never) => some.toString
    case Key.OfOption(option, some, none) => s"$option.fold($none)($some)"
    case Either(Call(Key.`nonNull`, _, _), yes, _) => yes.toString
    case Either(condition, yes, no) => s"(if $condition then $yes else $no)"
    case Filtered(option, predicate, isNot) =>
      s"$option.${if isNot then "filterNot" else "filter"}($predicate)"
    case Parameter(index) => s"parameter($index)"
    case Never => "nothing"
    case Unknown => "unknown"

  /** An `object`, or a given without a name, which the author of a call does not write. */
  private def isImplied: Boolean = this match
    case At(path) => path.isModule || Key.isGiven(path.toString)
    case Call(method, _, of) => Key.isGiven(method.name) && of.forall(_.isImplied)
    case _ => false

  /** The keys that it is made of. */
  private[inference] def parts: Vector[Key] = this match
    case Call(_, _, of) => of
    case Field(_, _, of) => Vector(of)
    case Made(_, of) => of
    case Text(_, of) => of
    case Unwrapped(option) => Vector(option)
    case Wrapped(value) => Vector(value)
    case Either(condition, yes, no) => Vector(condition, yes, no)
    case Filtered(option, predicate, _) => Vector(option, predicate)
    case _ => Vector.empty

  private[inference] def size: Int = 1 + parts.map(_.size).sum

  /** All that it is made of is known. */
  private[inference] def isComplete: Boolean = this != Unknown && parts.forall(_.isComplete)

  /** With these in place of parameters; none if one is not known. */
  private[inference] def withArguments(arguments: Int => Option[Key]): Option[Key] =
    def all(keys: Vector[Key]): Option[Vector[Key]] =
      val found = keys.flatMap(_.withArguments(arguments))
      Option.when(found.sizeIs == keys.size)(found)
    this match
      case Parameter(i) => arguments(i)
      case Call(m, isStatic, of) => all(of).map(Call(m, isStatic, _))
      case Field(owner, name, of) => of.withArguments(arguments).map(Field(owner, name, _))
      case Made(c, of) => all(of).map(Made(c, _))
      case Text(recipe, of) => all(of).map(Text(recipe, _))
      case Unwrapped(option) => option.withArguments(arguments).map(Key.unwrapped)
      case Wrapped(value) => value.withArguments(arguments).map(Wrapped(_))
      case Either(condition, yes, no) =>
        all(Vector(condition, yes, no)).map(found => Either(found(0), found(1), found(2)))
      case Filtered(option, predicate, isNot) =>
        option.withArguments(arguments).map(Filtered(
          _,
          predicate.withArguments(arguments).getOrElse(Unknown),
          isNot
        ))
      case other => Some(other)
  end withArguments
end Key

private[inference] object Key:
  private val definedness = MethodName("scala/Option", "isDefined", "()Z")

  /** Whether there is something in an option. */
  def isDefined(option: Key): Key = Call(definedness, isStatic = false, Vector(option))

  /** One of two, depending on whether an option is empty. */
  object OfOption:
    def apply(option: Key, some: Key, none: Key): Key = Either(isDefined(option), some, none)
    def unapply(key: Key): Option[(Key, Key, Key)] = key match
      case Either(Call(`definedness`, _, Vector(option)), some, none) => Some((option, some, none))
      case _ => None

  /** Of any two objects. They are asked about texts and numbers only. */
  val equalities: Set[MethodName] = Set(
    MethodName(Descriptors.AnyObject, "equals", "(Ljava/lang/Object;)Z"),
    MethodName("java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z"),
    MethodName("scala/runtime/BoxesRunTime", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z")
  )

  private val nonNull = MethodName("java/util/Objects", "nonNull", "(Ljava/lang/Object;)Z")

  /** Whether the value is not null. That is not known of one that turns out to be null. */
  def isSomething(key: Key): Key =
    if isNeverNull(key) then Constant(java.lang.Boolean.TRUE)
    else Call(nonNull, isStatic = true, Vector(key))
  private def isNeverNull(key: Key): Boolean = key match
    case Constant(_) | Made(_, _) | Wrapped(_) | Text(_, _) | Never => true
    case Either(_, yes, no) => isNeverNull(yes) && isNeverNull(no)
    case _ => false

  def either(condition: Key, yes: Option[Key], no: Option[Key]): Option[Key] = condition match
    case Constant(value) => if value == java.lang.Boolean.TRUE then yes else no
    case _ if yes == no => yes
    case _ => for a <- yes; b <- no yield Either(condition, a, b)

  /** Whether the last name is the compiler's for a given. */
  private def isGiven(path: String): Boolean = path.matches("(.*[.~])?given(_.*)?")

  def unwrapped(option: Key): Key = option match
    case Wrapped(value) => value
    // who takes it out has seen that there is something
    case Filtered(in, _, _) => unwrapped(in)
    case OfOption(of, some, Constant(None)) => OfOption(of, unwrapped(some), Never)
    case other => Unwrapped(other)

  /** A value that exists before the handler runs, if the path leads to one only. */
  def at(path: AccessPath): Option[Key] = Option.when(path.isStable && path.isSingle)(At(path))
end Key
