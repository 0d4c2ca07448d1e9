package eddy.bench.peers.work.scimark

class UniformSuite extends eddy.testing.PatientSuite:
  test("the numbers are SciMark's"):
    val numbers = Uniform().vector(1000)
    assertEquals(
      numbers.take(3).toSeq,
      Seq(0.33525962398166753, 0.6972472442766872, 0.9718488529193443)
    )
    assertEquals(numbers.last, 0.2497384516753901)

  test("an even seed gives what the odd one below it gives"):
    assertEquals(new Uniform(10).vector(20).toSeq, new Uniform(9).vector(20).toSeq)
