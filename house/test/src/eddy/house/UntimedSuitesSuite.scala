package eddy.house

import eddy.testing.PatientSuite

import java.lang.classfile.ClassFile

class UntimedSuitesSuite extends PatientSuite:
  private val patient =
    Planted.classFile("eddy.testing.PatientSuite", parent = "munit.FunSuite", flags = ClassFile.ACC_ABSTRACT)

  private def untimed(classes: ClassFacts*) =
    UntimedSuites.in(
      Map(Planted.module("m.test", ModuleKind.Test) -> classes),
      classes :+ patient
    ).map(_.text)

  test("a suite that extends munit's suite directly is a finding"):
    assertEquals(
      untimed(Planted.classFile("p.ASuite", parent = "munit.FunSuite")),
      Seq("p.ASuite is no PatientSuite")
    )

  test("a suite that inherits from PatientSuite over several classes is fine"):
    val contract =
      Planted.classFile("p.Contract", parent = "eddy.testing.PatientSuite", flags = ClassFile.ACC_ABSTRACT)
    assertEquals(untimed(contract, Planted.classFile("p.ASuite", parent = "p.Contract")), Nil)

  test("an abstract suite is no finding, but a concrete one below it is"):
    val base = Planted.classFile("p.Base", parent = "munit.FunSuite", flags = ClassFile.ACC_ABSTRACT)
    assertEquals(untimed(base), Nil)
    assertEquals(untimed(base, Planted.classFile("p.ASuite", parent = "p.Base")).size, 1)
end UntimedSuitesSuite
