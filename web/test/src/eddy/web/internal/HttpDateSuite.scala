package eddy.web.internal

class HttpDateSuite extends eddy.testing.PatientSuite:
  test("all three forms are understood, one is written"):
    assertEquals(HttpDate.render(784111777), "Sun, 06 Nov 1994 08:49:37 GMT")
    for text <-
        Seq("Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994")
    do
      assertEquals(HttpDate.parse(text), 784111777L, text)
    for text <- Seq("", "yesterday", "Sun, 06 Nov 1994", "784111777") do
      assertEquals(HttpDate.parse(text), -1L, text)
