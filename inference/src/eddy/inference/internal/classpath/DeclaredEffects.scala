package eddy.inference.internal.classpath

import eddy.inference.internal.bytecode.{Memo, MethodName}
import eddy.state.*

/** What a method is declared to do, by the annotations of eddy.state. */
private[inference] enum DeclaredEffect derives CanEqual:
  case Access(mode: AccessKind)
  case Pure, Registers, Spawns, Confined

/** Finds what methods and types are annotated with. The annotation of an overriding method goes before that
  * of the overridden one, that of a method before that of its type.
  */
private[inference] class DeclaredEffects(repository: ClassRepository):
  import DeclaredEffects.*
  private lazy val ofMethods = Memo[MethodName, Option[DeclaredEffect]](find)
  private lazy val marks = Memo[MethodName, (Boolean, Boolean)](findKeys)
  private lazy val ofTypes =
    Memo[String, Option[DeclaredEffect]](c => repository.info(c).flatMap(i => select(i.annotations)))
  private lazy val confined = Memo[String, java.lang.Boolean](c =>
    (repository.superClasses(c) ++ repository.interfacesOf(c)).exists(of(_).contains(DeclaredEffect.Confined))
  )

  def of(method: MethodName): Option[DeclaredEffect] = ofMethods(method)

  private def find(method: MethodName): Option[DeclaredEffect] =
    val declarations = repository.declarations(method.owner, method.inClass)
    declarations.flatMap(d => select(d.annotations(method.inClass))).headOption
      .orElse(if isCallable(method) then declarations.flatMap(d => of(d.name)).headOption else None)

  /** The annotation of a type is meant for those who call its methods, not for its constructors and the
    * closures inside.
    */
  private def isCallable(method: MethodName) =
    method.name != "<init>" && !method.name.contains("$anonfun") && !method.name.startsWith("lambda$")

  private def of(cls: String): Option[DeclaredEffect] = ofTypes(cls)

  /** Belongs to one request or connection. */
  def isConfined(cls: String): Boolean = confined(cls)

  /** Returns the same each time, and may be called before the handler runs. */
  def isStable(method: MethodName): Boolean = marks(method)(0)

  /** Uses no more of a shared object than the entry whose key is the first argument. */
  def isByKey(method: MethodName): Boolean = marks(method)(1)

  private def findKeys(method: MethodName): (Boolean, Boolean) =
    val annotations =
      repository.declarations(method.owner, method.inClass).flatMap(_.annotations(method.inClass))
    (annotations.contains(DeclaredEffects.stable), annotations.contains(DeclaredEffects.byKey))

  private def select(annotations: Set[String]): Option[DeclaredEffect] =
    byName.collectFirst { case (n, m) if annotations(n) => m }
end DeclaredEffects

private[inference] object DeclaredEffects:
  private val stable = classOf[Stable].descriptorString()
  private val byKey = classOf[ByKey].descriptorString()
  private lazy val byName: List[(String, DeclaredEffect)] = List(
    classOf[Registers] -> DeclaredEffect.Registers,
    classOf[Spawns] -> DeclaredEffect.Spawns,
    classOf[Reads] -> DeclaredEffect.Access(AccessKind.Reads),
    classOf[Commutes] -> DeclaredEffect.Access(AccessKind.Commutes),
    classOf[Writes] -> DeclaredEffect.Access(AccessKind.Writes),
    classOf[Pure] -> DeclaredEffect.Pure,
    classOf[Confined] -> DeclaredEffect.Confined
  ).map((c, m) => (c.descriptorString(), m))
