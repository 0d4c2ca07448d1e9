package eddy.bench.peers.work

class FibSuite extends eddy.testing.PatientSuite:
  test("the recursive one gives the numbers of Fibonacci"):
    assertEquals((0 to 10).map(Fib.recursive), Seq[Long](0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55))
    assertEquals(Fib.recursive(20), 6765L)

  test("the one by additions gives the same while they have up to 20 digits"):
    assertEquals((0 to 20).map(Fib.lastDigits), (0 to 20).map(n => Fib.recursive(n).toString))

  test("beyond, it gives the last 20 digits"):
    // F(100) = 354224848179261915075, F(1000) ends with the digits below
    assertEquals(Fib.lastDigits(100), "54224848179261915075")
    assertEquals(Fib.lastDigits(1000), "76137795166849228875")

  test("there is none before the first"):
    assert(intercept[IllegalArgumentException](Fib.lastDigits(-1)).getMessage.contains("n=-1"))
end FibSuite
