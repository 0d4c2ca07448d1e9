package eddy.remote.internal

import eddy.remote.{Derived, PickleInput, PickleOutput, Pickler, was}

import scala.annotation.unused
import scala.deriving.Mirror
import scala.quoted.*

/** Derives picklers. A macro, because a derivation by inline methods exceeds the compiler's limits for types
  * with many cases or fields, and makes tuples at run time.
  *
  * Not `private[remote]`: the compiler makes an accessor for that, whose type does not exist at run time.
  */
object PicklerMacro:
  def derived[A: Type](using Quotes): Expr[Pickler[A]] = Derivation().pickler[A]

  private final class Derivation(using Quotes):
    import quotes.reflect.*

    def pickler[A: Type]: Expr[Pickler[A]] =
      val tpe = TypeRepr.of[A]
      val symbol = tpe.typeSymbol
      if tpe.isSingleton then constant[A](tpe)
      else if symbol.flags.is(Flags.Case) then product[A](tpe, symbol)
      else if symbol.flags.is(Flags.Sealed) then sum[A](symbol)
      else
        val shown = show(tpe)
        report.errorAndAbort(
          s"A Pickler[$shown] cannot be derived: $shown is no case class, enum or sealed trait. " +
            s"Define a given Pickler[$shown], for example with `wrap` of another pickler."
        )

    private def constant[A: Type](tpe: TypeRepr): Expr[Pickler[A]] =
      val value = tpe match
        case ref: TermRef => Ref.term(ref)
        case _ => Ref(tpe.typeSymbol.companionModule)
      val symbol = tpe.termSymbol
      '{
        Derived.Constant[A](${ Expr(nameOf(symbol)) }, ${ Expr(fullNameOf(symbol)) }, ${ value.asExprOf[A] })
      }

    private def sum[A: Type](symbol: Symbol): Expr[Pickler[A]] =
      val found = Expr.summon[Mirror.SumOf[A]].getOrElse:
        val shown = show(TypeRepr.of[A])
        report.errorAndAbort(
          s"A Pickler[$shown] cannot be derived: not all of its cases are known here. Each must be a case class, a case " +
            s"object, a sealed trait or an enum case that can be seen from here. Otherwise use `Pickler.sum`."
        )
      val (mirror, types) = found match
        case '{ $m: Mirror.SumOf[A] { type MirroredElemTypes = elements } } => (m, elementsOf[elements])
      val names = types.map: tpe =>
        val child = if tpe.isSingleton then tpe.termSymbol else tpe.typeSymbol
        nameExpr(nameOf(child), false, child)
      def cases = types.map: tpe =>
        tpe.asType match
          case '[child] =>
            Expr.summon[Pickler[child]].getOrElse(pickler[child]).asExprOf[Pickler[? <: A]]
      '{
        new Derived.Sum[A](${ Expr(nameOf(symbol)) }, ${ Varargs(names) }*):
          override def fullName: String = ${ Expr(fullNameOf(symbol)) }
          def makeCases: Array[Pickler[? <: A]] =
            val self: Pickler[A] = this
            ${ knowing[A, Array[Pickler[? <: A]]]('self)('{ Array[Pickler[? <: A]](${ Varargs(cases) }*) }) }
          def caseOf(value: A): Int =
            val cases: Mirror.SumOf[A] = $mirror
            cases.ordinal(value.asInstanceOf[cases.MirroredMonoType])
      }
    end sum

    private def elementsOf[T: Type]: List[TypeRepr] = Type.of[T] match
      case '[head *: tail] => TypeRepr.of[head] :: elementsOf[tail]
      case _ => Nil

    private final class Field(val symbol: Symbol, val parameter: Symbol, val tpe: TypeRepr, val index: Int):
      def name: String = symbol.name
      def hasDefault: Boolean = parameter.flags.is(Flags.HasDefault)

    private def product[A: Type](tpe: TypeRepr, symbol: Symbol): Expr[Pickler[A]] =
      val constructor = symbol.primaryConstructor
      val parameters = constructor.paramSymss.filterNot(_.exists(_.isTypeParam))
      val shown = show(tpe)
      if constructor.flags.is(Flags.Private) || constructor.privateWithin.nonEmpty || parameters.size != 1
      then
        report.errorAndAbort(
          s"A Pickler[$shown] cannot be derived: the constructor of $shown is private or has several parameter lists. " +
            s"Define a given Pickler[$shown] with `wrap` or `refine` of another pickler, such as that of a tuple."
        )
      val fields = symbol.caseFields.zip(parameters.head).zipWithIndex.map:
        case ((field, parameter), i) => Field(field, parameter, tpe.memberType(field).widenByName, i)

      def construct(values: List[Term]): Expr[A] =
        val arguments = values.zip(fields).map: (value, field) =>
          if isRepeated(field) then Typed(value, Inferred(repeated(field.tpe))) else value
        New(
          Inferred(tpe)
        ).select(constructor).appliedToTypes(tpe.typeArgs).appliedToArgs(arguments).asExprOf[A]

      def writing(
          value: Expr[A],
          out: Expr[PickleOutput],
          self: Expr[Derived.Product[A]]
      )(mark: Int => Expr[Unit]) =
        val steps = fields.flatMap: field =>
          val part = value.asTerm.select(field.symbol).asExpr
          val step = direct(field.tpe) match
            case Some(known) => known.write(part, out)
            case None => '{ $self.writeField(${ Expr(field.index) }, $part, $out) }
          List(step, mark(field.index + 1))
        Expr.block(steps, '{ () })

      // Flat, not one block within another: the compiler's stack bounds the nesting.
      def reading(in: Expr[PickleInput], self: Expr[Derived.Product[A]])(mark: Int => Expr[Unit])(using
          inner: Quotes
      ): Expr[A] =
        val owner = inner.reflect.Symbol.spliceOwner.asInstanceOf[Symbol]
        val parts = fields.map: field =>
          val part = Symbol.newVal(owner, s"part${field.index}", field.tpe, Flags.EmptyFlags, Symbol.noSymbol)
          val value = field.tpe.asType match
            case '[f] => direct(field.tpe) match
                case Some(known) => known.read(in)
                case None => '{ $self.readField(${ Expr(field.index) }, $in).asInstanceOf[f] }
          (part, List(ValDef(part, Some(value.asTerm.changeOwner(part))), mark(field.index + 1).asTerm))
        Block(parts.flatMap(_(1)), construct(parts.map((part, _) => Ref(part))).asTerm).asExprOf[A]

      def made(values: Expr[Array[Any]]): Expr[A] = construct(fields.map: field =>
        field.tpe.asType match
          case '[f] => '{ $values(${ Expr(field.index) }).asInstanceOf[f] }.asTerm)

      def defaulting(i: Expr[Int]): Expr[Any] =
        val known = fields.filter(_.hasDefault).flatMap: field =>
          defaultOf(tpe, symbol, field).map(value => CaseDef(Literal(IntConstant(field.index)), None, value))
        val other = CaseDef(Wildcard(), None, '{ throw IndexOutOfBoundsException($i) }.asTerm)
        Match('{ $i: @annotation.switch }.asTerm, known :+ other).asExpr

      def picklers = fields.map: field =>
        field.tpe.asType match
          case '[f] =>
            val part = show(field.tpe)
            val missing =
              s"A Pickler[$shown] cannot be derived: there is no Pickler[$part] for the field `${field.name}` " +
                s"of $shown. If $part is a case class, an enum or a sealed trait, add `derives Pickler` to it. Otherwise " +
                s"define a given Pickler[$part], for example with `wrap` of another pickler."
            '{ Derived.field[f](${ Expr(missing) }) }

      val names =
        fields.map(f => nameExpr(f.name, f.hasDefault && defaultOf(tpe, symbol, f).nonEmpty, f.parameter))
      '{
        new Derived.Product[A](${ Expr(nameOf(symbol)) }, ${ Varargs(names) }*):
          override def fullName: String = ${ Expr(fullNameOf(symbol)) }
          def makeFields: Array[Pickler[?]] =
            val self: Pickler[A] = this
            ${ knowing[A, Array[Pickler[?]]]('self)('{ Array[Pickler[?]](${ Varargs(picklers) }*) }) }
          def writeFields(value: A, out: PickleOutput): Unit =
            val self: Derived.Product[A] = this
            var written = 0
            try ${ writing('value, 'out, 'self)(i => '{ written = ${ Expr(i) } }) }
            catch case cause: Throwable => throw failure(written, cause)
          def readFields(in: PickleInput): A =
            val self: Derived.Product[A] = this
            var done = 0
            try ${ reading('in, 'self)(i => '{ done = ${ Expr(i) } }) }
            catch case cause: Throwable => throw failure(done, cause)
          def make(values: Array[Any]): A = ${ made('values) }
          def default(i: Int): Any = ${ defaulting('i) }
      }
    end product

    /** `body`, in which fields of the type itself find `self`: where no other pickler of the type is in
      * scope, and for a generic type, whose given would make another pickler for each field.
      */
    private def knowing[A: Type, B: Type](self: Expr[Pickler[A]])(body: Expr[B]): Expr[B] =
      if TypeRepr.of[A].typeArgs.isEmpty && Expr.summon[Pickler[A]].nonEmpty then body
      else
        '{
          @unused given Pickler[A] = $self
          $body
        }

    private def isRepeated(field: Field) = field.tpe match
      case AnnotatedType(_, annotation) => annotation.tpe.typeSymbol == defn.RepeatedAnnot
      case _ => false

    private def repeated(tpe: TypeRepr): TypeRepr = tpe match
      case AnnotatedType(sequence, _) => defn.RepeatedParamClass.typeRef.appliedTo(sequence.typeArgs)
      case other => other

    private def defaultOf(tpe: TypeRepr, symbol: Symbol, field: Field): Option[Term] =
      val companion = symbol.companionModule
      if companion.isNoSymbol then None
      else
        companion.methodMember(s"$$lessinit$$greater$$default$$${field.index + 1}").headOption.map: method =>
          val select = Ref(companion).select(method)
          if method.paramSymss.exists(_.exists(_.isTypeParam)) then select.appliedToTypes(tpe.typeArgs)
          else select

    private def nameExpr(name: String, hasDefault: Boolean, symbol: Symbol): Expr[Derived.Name] =
      val former = symbol.annotations.reverse.collect:
        case Apply(Select(New(annotation), _), List(Literal(StringConstant(old))))
            if annotation.tpe =:= TypeRepr.of[was] =>
          Expr(old)
      '{ Derived.name(${ Expr(name) }, ${ Expr(hasDefault) }, ${ Varargs(former) }*) }

    /** A type that generated code reads and writes without its pickler, hence without an object. */
    private final class Direct(
        val write: (Expr[Any], Expr[PickleOutput]) => Expr[Unit],
        val read: Expr[PickleInput] => Expr[Any]
    )

    private def direct(tpe: TypeRepr): Option[Direct] =
      directs.collectFirst { case (known, direct) if tpe =:= known && direct.isDefined => direct.get }

    // only where our own pickler is the one in scope
    private lazy val directs: List[(TypeRepr, Option[Direct])] =
      def entry[A: Type](
          write: (Expr[A], Expr[PickleOutput]) => Expr[Unit],
          read: Expr[PickleInput] => Expr[A]
      ) =
        val isOurs = Implicits.search(TypeRepr.of[Pickler[A]]) match
          case found: ImplicitSearchSuccess =>
            found.tree.symbol.owner == Symbol.requiredModule("eddy.remote.Pickler").moduleClass
          case _ => false
        val direct = Direct((value, out) => write(value.asExprOf[A], out), read)
        (TypeRepr.of[A], Option.when(isOurs)(direct))
      List(
        entry[Int]((value, out) => '{ $out.writeInt($value) }, in => '{ $in.readInt() }),
        entry[Long]((value, out) => '{ $out.writeLong($value) }, in => '{ $in.readLong() }),
        entry[String]((value, out) => '{ $out.writeString($value) }, in => '{ $in.readString() }),
        entry[Boolean]((value, out) => '{ $out.writeBoolean($value) }, in => '{ $in.readBoolean() }),
        entry[Double]((value, out) => '{ $out.writeDouble($value) }, in => '{ $in.readDouble() }),
        entry[Float]((value, out) => '{ $out.writeFloat($value) }, in => '{ $in.readFloat() }),
        entry[Byte]((value, out) => '{ $out.writeByte($value) }, in => '{ $in.readByte() })
      )
    end directs

    private def fullNameOf(symbol: Symbol): String = symbol.fullName.replace("$.", ".").stripSuffix("$")

    private def nameOf(symbol: Symbol): String = symbol.name.stripSuffix("$")

    private def show(tpe: TypeRepr): String = tpe.show(using Printer.TypeReprShortCode)
  end Derivation
end PicklerMacro
