package eddy.house

/** Rules for the documents and sources of the whole repository. */
class WordsSuite extends HouseSuite:
  test("documents, comments, messages and names of tests have no retired words"):
    val words = RetiredWords(WordList.ofProject)
    allow("words")(
      House.pages.flatMap(words.in) ++ House.scripts.flatMap(words.in) ++ House.texts.flatMap(words.in) ++
        House.sources.flatMap(words.in)
    )

  test("a line of prose has at most 110 columns"):
    allow("long-lines")(
      House.pages.flatMap(LongLines.in) ++ House.scripts.flatMap(LongLines.in) ++
        House.texts.flatMap(LongLines.in) ++ House.sources.flatMap(LongLines.in)
    )

  test("tests wait for events"):
    allow("busy-waits")(House.sources.flatMap(BusyWaits.in))
end WordsSuite
