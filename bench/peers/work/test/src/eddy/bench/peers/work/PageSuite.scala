package eddy.bench.peers.work

class PageSuite extends eddy.testing.PatientSuite:
  test("the page has 45,056 bytes, all but its tags the letter x"):
    assertEquals(Page.bytes.length, 45056)
    assert(Page.text.startsWith("<html><body>xx") && Page.text.endsWith("xx</body></html>"))
    assertEquals(Page.text.count(_ == 'x'), 45056 - "<html><body></body></html>".length)
