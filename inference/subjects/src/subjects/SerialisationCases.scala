package subjects

import eddy.state.{AccessKind, SharedMap}

import java.io.{
  ByteArrayInputStream,
  ByteArrayOutputStream,
  Externalizable,
  ObjectInput,
  ObjectInputStream,
  ObjectOutput,
  ObjectOutputStream
}
import java.security.{KeyPairGenerator, Signature, SignedObject}
import javax.crypto.{Cipher, NullCipher, SealedObject}

import subjects.Expected.*

/** Java's serialisation calls methods of the application's that override nothing. */
object SerialisationCases:
  private def stream() = ObjectOutputStream(ByteArrayOutputStream())

  val all: List[Case] = List(
    Given.writing("an object that is written by a method of its own"): (a, m) =>
      val told = Told(m)
      a.on(_ => stream().writeObject(told))
    ,
    Given.writing("one in a field of another"): (a, m) =>
      val outer = Outer(Told(m))
      a.on(_ => stream().writeObject(outer))
    ,
    Given.writing("one in a list"): (a, m) =>
      val all = List(Told(m))
      a.on(_ => stream().writeObject(all))
    ,
    Given.writing("one that a written function captured"): (a, m) =>
      val told = Told(m)
      val function: () => Unit = () => println(told)
      a.on(_ => stream().writeObject(function))
    ,
    Given.writing("one whose class extends another with such a method"): (a, m) =>
      val told = ToldBelow(m)
      a.on: _ =>
        val out: ObjectOutput = stream()
        out.writeObject(told)
    ,
    Given.writing("one that another stands in for"): (a, m) =>
      val replaced = Replaced(m)
      a.on(_ => stream().writeUnshared(replaced))
    ,
    Given.writing("an object that writes itself"): (a, m) =>
      val external = Outer(External(m))
      a.on(_ => stream().writeObject(external))
    ,
    Given.writing("a sealed object"): (a, m) =>
      val told = Told(m)
      a.on(_ => println(SealedObject(told, NullCipher())))
    ,
    Given.writing("a signed object"): (a, m) =>
      val told = Told(m)
      a.on: _ =>
        val key = KeyPairGenerator.getInstance("EC").generateKeyPair.getPrivate
        println(SignedObject(told, key, Signature.getInstance("SHA256withECDSA")))
    ,
    Given.writing("an object for another JVM"): (a, m) =>
      val told = Told(m)
      a.on(_ => println(java.rmi.MarshalledObject(told)))
    ,
    Case(
      "the variables and collections of an object that is written",
      a =>
        val session = Session("x")
        a.on(_ => stream().writeObject(session))
        exactly(reads(session), reads(session.tags))
    ),
    Case(
      "a sealed object that is opened",
      a =>
        val sealedObject = SealedObject("x", NullCipher())
        a.on(_ => println(sealedObject.getObject(NullCipher())))
        exactly(Everything("reflection"))
    ),
    Case(
      "an object that is read",
      a =>
        a.on: _ =>
          val in: ObjectInput = ObjectInputStream(ByteArrayInputStream(new Array[Byte](0)))
          println(in.readObject())
        exactly(Everything("reflection"))
    )
  )
end SerialisationCases

class Told(map: SharedMap[String, Int]) extends java.io.Serializable:
  private def writeObject(out: ObjectOutputStream): Unit = map("written") = 1

class ToldBelow(map: SharedMap[String, Int]) extends Told(map)

final class Outer(val inner: AnyRef) extends java.io.Serializable

final class Replaced(map: SharedMap[String, Int]) extends java.io.Serializable:
  private def writeReplace(): AnyRef = Told(map)

final class External(map: SharedMap[String, Int]) extends Externalizable:
  def this() = this(SharedMap())
  def writeExternal(out: ObjectOutput): Unit = map("written") = 1
  def readExternal(in: ObjectInput): Unit = ()
