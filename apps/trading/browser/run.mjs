import { test } from "node:test"
import { browser } from "./lib/browser.mjs"

// The tests named, or all of them, in one process, one after the other, with one browser: a start costs more than most of them.
const all = ["book", "ranges", "trade", "page", "restart", "account", "simulation"]
const named = process.argv.slice(2)
for (const name of named.length > 0 ? named : all) await import(`./tests/${name}.test.mjs`)
test("the browser closes", () => browser.close())
