package program

import eddy.inference.internal.library.OriginsSuite

/** The main class of a program in one jar: prints which of these classes belong to the application. */
object Assembled:
  def main(arguments: Array[String]): Unit =
    for c <- List(getClass, classOf[acme.Meter]) do println(s"${c.getName} ${!OriginsSuite.isLibrary(c)}")
