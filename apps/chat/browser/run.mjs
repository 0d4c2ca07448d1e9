import { test } from "node:test"
import { browser } from "./lib/browser.mjs"

// All tests in one process, one after the other, with one browser: two cores are soon busy with browsers, and starting one
// takes longer than most tests.
for (const name of ["resume", "fallback", "page", "presence", "restart"]) await import(`./tests/${name}.test.mjs`)
test("the browser closes", () => browser.close())
