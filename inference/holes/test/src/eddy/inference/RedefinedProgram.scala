package eddy.inference

import eddy.state.AccessKind

import java.lang.instrument.{ClassDefinition, Instrumentation}
import java.nio.charset.StandardCharsets.ISO_8859_1
import scala.compiletime.uninitialized

import holes.{Answer1, Answer2, Common, HiddenAnswer}

/** Redefines a class after its handler was analysed, as a debugger or an agent does. Its own agent. */
object RedefinedProgram:
  private var agent: Instrumentation = uninitialized
  def premain(arguments: String, instrumentation: Instrumentation): Unit = agent = instrumentation

  def main(arguments: Array[String]): Unit =
    val handler = HiddenAnswer().asks
    def isLocked =
      Oracle.allows(Inference.lockSet(handler, "x").claims, Common.map, AccessKind.Writes, "x")
    val wasLocked = isLocked
    agent.redefineClasses(ClassDefinition(classOf[Answer1], other))
    handler("x")
    println(s"locked $wasLocked, then $isLocked; written ${Common.map.contains("x")}")

  private def other: Array[Byte] =
    val file = classOf[Answer2].getResourceAsStream("Answer2.class")
    String(file.readAllBytes, ISO_8859_1).replace("Answer2", "Answer1").getBytes(ISO_8859_1)
end RedefinedProgram
