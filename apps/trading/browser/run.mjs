import { test } from "node:test"
import { browser } from "./lib/browser.mjs"

// All tests in one process, one after the other, with one browser: a start costs more than most of them.
for (const name of ["book", "trade", "page", "restart", "account", "simulation"]) await import(`./tests/${name}.test.mjs`)
test("the browser closes", () => browser.close())
