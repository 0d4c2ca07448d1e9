package eddy.push

/** Of the [[MediatorContract]]: the node ends. */
trait EndsContract extends ContractNodes:
  test("when it is closed, nothing comes any more, and publishing fails"):
    val (one, _) = started()
    val (two, _) = started()
    val name = plain
    val (first, second) = (TestIntake(), TestIntake())
    await(one.subscribe(Interest.Channel(name), first))
    await(two.subscribe(Interest.Channel(name), second))
    publish(one, name, "a")
    first.publications.awaitSize(1)
    await(one.close())
    await(one.close())
    publish(two, name, "b")
    second.publications.awaitSize(2)
    assertEquals(data(first.publications.now), List("a"))
    assert(awaitTry(one.publish(name, text("c"))).isFailure)
    assert(one.state != MediatorState.Up)
end EndsContract
