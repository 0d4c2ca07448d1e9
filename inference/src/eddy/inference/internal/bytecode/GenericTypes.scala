package eddy.inference.internal.bytecode

import java.lang.reflect.{
  Field,
  GenericSignatureFormatError,
  MalformedParameterizedTypeException,
  Method,
  Type
}

/** What reflection says of the generic types of a class file, and the erased types where its signature is
  * wrong: Scala writes some that name a type variable which nothing declares.
  */
private[inference] object GenericTypes:
  def ofResult(m: Method): Type = orElse(m.getReturnType)(m.getGenericReturnType)
  def ofParameters(m: Method): List[Type] =
    orElse(m.getParameterTypes.toList)(m.getGenericParameterTypes.toList)
  def ofField(f: Field): Type = orElse(f.getType)(f.getGenericType)
  def ofInterfaces(c: Class[?]): List[Type] = orElse(c.getInterfaces.toList)(c.getGenericInterfaces.toList)

  private def orElse[A](erased: => A)(generic: => A): A =
    try generic
    catch
      case _: TypeNotPresentException | _: GenericSignatureFormatError |
          _: MalformedParameterizedTypeException =>
        erased
