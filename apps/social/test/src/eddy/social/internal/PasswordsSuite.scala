package eddy.social.internal

class PasswordsSuite extends eddy.testing.PatientSuite:
  test("a password matches its hash, and others do not"):
    val hash = Passwords.hash("correct horse")
    assert(Passwords.matches("correct horse", hash))
    assert(!Passwords.matches("correct Horse", hash))
    assert(!Passwords.matches("", hash))

  test("the same password has another hash each time, and no hash contains it"):
    val hashes = Seq.fill(2)(Passwords.hash("correct horse"))
    assertEquals(hashes.distinct.size, 2)
    assert(hashes.forall(_.startsWith("$argon2id$v=19$m=19456,t=2,p=1$")), hashes)

  test("a hash of the reference implementation matches"):
    val theirs = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
    assert(Passwords.matches("password", theirs))
    assert(!Passwords.matches("passwore", theirs))

  test("a password matches however its letters are composed"):
    assert(Passwords.matches("cafe\u0301 noir", Passwords.hash("caf\u00e9 noir")))

  test("a text that is no hash is a failure, not a wrong password"):
    intercept[IllegalArgumentException](Passwords.matches("password", "password"))
end PasswordsSuite
