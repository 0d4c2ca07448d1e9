package eddy.bench.peers.work

import java.util.concurrent.{Callable, Executors}
import scala.jdk.CollectionConverters.*

class KernelSuite extends eddy.testing.PatientSuite:
  // What SciMark 2.0 for Java, version 2.2, gives as the sums of its kernels, which are means, for the same repetitions.
  private val published = Map(
    "fft" -> Seq(1 -> 0.502456136042, 3 -> 0.502456136042, 10 -> 0.502456136042),
    "sor" -> Seq(1 -> 0.505682967201, 3 -> 0.505935191022, 10 -> 0.506304041587),
    "mc" -> Seq(1 -> 3.16, 3 -> 3.118666666667, 10 -> 3.1536),
    "sparse" -> Seq(1 -> 1.190647238599, 3 -> 1.190647238599, 10 -> 1.190647238599),
    "lu" -> Seq(1 -> 0.045373555216, 3 -> 0.045373555216, 10 -> 0.045373555216)
  )

  for kernel <- Kernel.values do
    test(s"${kernel.name} gives what SciMark gives"):
      for (repetitions, sum) <- published(kernel.name) do
        assertEqualsDouble(kernel.run(repetitions), sum, 1e-11, s"$repetitions repetitions")

  test("the answer has six decimals"):
    assertEquals(Kernel.answer("mc", 1), "3.160000")
    assertEquals(Kernel.answer("sor", 10), "0.506304")

  test("several threads at the same kernel do not disturb each other"):
    val threads = Executors.newFixedThreadPool(4)
    try
      for kernel <- Kernel.values do
        val expected = kernel.run(2)
        val run: Callable[Double] = () => kernel.run(2)
        assert(threads.invokeAll(List.fill(20)(run).asJava).asScala.forall(_.get == expected), kernel.name)
    finally threads.shutdown()

  test("another name, or no repetition, is refused"):
    assertEquals(
      intercept[IllegalArgumentException](Kernel.answer("qr", 1)).getMessage,
      "name=qr: it must be one of fft, sor, mc, sparse, lu"
    )
    assert(intercept[IllegalArgumentException](Kernel.answer("lu", 0)).getMessage.contains("n=0"))
end KernelSuite
