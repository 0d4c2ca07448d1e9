package eddy.state.inference

import eddy.state.Mode

/** Java's serialisation (`java.io.Serializable`) when it writes objects of the application: it reads all their fields,
  * and calls methods of theirs by reflection that override nothing, private ones too.
  */
private[inference] final class Serialisation(run: Analysis):
  import run.world.{overrides, repository}
  import run.{calls, reachability}

  /** Writes these objects and all that they refer to. */
  def write(called: MethodName, receiver: Option[Value], objects: Set[Atom]): Set[Atom] =
    var met = Set.empty[Atom]
    var open = objects
    while open.nonEmpty do
      val found = reachability.touchFields(open, Mode.Reads, inClosures = true) -- met
      met = met ++ found
      // what stands in for an object is written in its place
      open = ask(called, receiver, found) -- met
    met

  /** What of these a library may write so: calls their methods.
    * @return what stands in for them
    */
  def ask(called: MethodName, receiver: Option[Value], objects: Set[Atom]): Set[Atom] =
    val stream = receiver.filter(_ => repository.isSubtype(called.owner, Serialisation.Stream))
      .getOrElse(Serialisation.newStream)
    for
      a <- objects
      c <- reachability.classesOf(a)
      hook <- overrides.serialising(c)
      returned = calls.exact(hook, Value.of(a) +: Descriptors.parameters(hook.descriptor).map(_ => stream))
      standIn <- if hook.name == Serialisation.Replacing then returned.atoms else Set.empty[Atom]
    yield standIn
end Serialisation

private[inference] object Serialisation:
  private val Stream = "java/io/ObjectOutputStream"
  private val newStream = Value.of(Atom.Confined(Stream))
  private val Replacing = "writeReplace"

  /** What it calls of each class that has them, of super classes too. */
  val hooks: List[String] = List(
    s"$Replacing()Ljava/lang/Object;",
    "writeObject(Ljava/io/ObjectOutputStream;)V",
    "writeExternal(Ljava/io/ObjectOutput;)V"
  )
end Serialisation
