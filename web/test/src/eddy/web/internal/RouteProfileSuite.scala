package eddy.web.internal

class RouteProfileSuite extends eddy.testing.PatientSuite:
  private def ran(profile: RouteProfile, times: Int, nanos: Long): Unit =
    (1 to times).foreach(_ => profile.ran(nanos))

  test("a thousand short runs prove that a route is short"):
    val profile = RouteProfile()
    ran(profile, 999, 5000)
    assert(!profile.isShort)
    ran(profile, 1, 5000)
    assert(profile.isShort)

  test("a route one of whose runs in a hundred is long never proves short"):
    val profile = RouteProfile()
    for _ <- 1 to 1000 do
      ran(profile, 99, 5000)
      ran(profile, 1, 500_000)
      assert(!profile.isShort)

  test("a run that lost its core now and then does no harm"):
    val profile = RouteProfile()
    ran(profile, 2000, 5000)
    ran(profile, 2, 500_000)
    assert(profile.isShort)

  test("each run that held up an I/O thread doubles what it takes to be trusted again"):
    val profile = RouteProfile()
    ran(profile, 1000, 5000)
    profile.strike()
    ran(profile, 2999, 5000)
    assert(!profile.isShort)
    ran(profile, 1, 5000)
    assert(profile.isShort)
    profile.ran(RouteProfile.LongNanos + 1)
    ran(profile, 4999, 5000)
    assert(!profile.isShort)

  test(
    "a route some of whose events take milliseconds is known to be often long, and forgotten when they end"
  ):
    val profile = RouteProfile()
    assert(!profile.isOftenLong)
    for _ <- 1 to 20 do
      (1 to 19).foreach(_ => profile.took(50_000))
      profile.took(30_000_000)
    assert(profile.isOftenLong)
    (1 to 2000).foreach(_ => profile.took(50_000))
    assert(!profile.isOftenLong)
    profile.took(30_000_000)
    assert(!profile.isOftenLong, "one is none")
end RouteProfileSuite
