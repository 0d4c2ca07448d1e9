package eddy.inference

import java.lang.reflect.Modifier
import scala.io.Source
import scala.util.{Try, Using}

/** The facts about libraries name existing classes and methods: a fact about a renamed one has no effect. */
class LibraryFactsSuite extends eddy.testing.PatientSuite:
  private val facts: List[(String, String, List[String])] =
    val in = Option(getClass.getResourceAsStream("internal/library/libraries.txt")).get
    Using.resource(Source.fromInputStream(in, "UTF-8")): source =>
      source.getLines().filterNot(l => l.isBlank || l.startsWith("#")).map(_.split(" +").toList).collect {
        case kind :: pattern :: methods => (kind, pattern, methods)
      }.toList

  private def exists(internalName: String): Boolean =
    getClass.getClassLoader.getResource(s"$internalName.class") != null

  private def classNamed(internalName: String): Option[Class[?]] =
    Try(Class.forName(internalName.replace('/', '.'), false, getClass.getClassLoader)).toOption

  private def methodsOf(c: Class[?]): Set[String] =
    // traits of Scala and nested interfaces, too, whatever their visibility
    def all(c: Class[?] | Null): Set[String] =
      if c == null then Set.empty
      else
        c.getDeclaredMethods.filterNot(m => Modifier.isPrivate(m.getModifiers)).map(_.getName).toSet ++
          all(c.getSuperclass) ++ c.getInterfaces.flatMap(all)
    all(c)

  test("the facts name classes that exist"):
    val missing = for (kind, name, _) <- facts if !name.endsWith("*") && !exists(name) yield s"$kind $name"
    assertEquals(missing, Nil)

  test("the facts name methods that exist"):
    val missing =
      for
        (kind, name, methods) <- facts
        if methods.nonEmpty && !name.endsWith("*")
        c <- classNamed(name).toList
        known = methodsOf(c)
        m <- methods
        if !known.exists(k => if m.endsWith("*") then k.startsWith(m.stripSuffix("*")) else k == m)
      yield s"$kind $name $m"
    assertEquals(missing, Nil)

  test("each fact is stated once"):
    val all = facts.map((kind, name, _) => (kind, name))
    assertEquals(all.diff(all.distinct), Nil)
end LibraryFactsSuite
