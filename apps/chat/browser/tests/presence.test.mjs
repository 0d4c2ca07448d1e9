import assert from "node:assert/strict"
import { test } from "node:test"
import { browser, newRoom, Person } from "../lib/browser.mjs"

const hasPeople = (person, names) => person.page.waitForFunction(
  wanted => JSON.stringify([...document.querySelectorAll("#members .who")].map(w => w.textContent)) === wanted,
  JSON.stringify(names))

test("who comes and who leaves is shown to the others at once, and moving to another room is leaving", async () => {
  const room = newRoom()
  const ada = await (await Person.open(browser, "Ada")).enter(room)
  await hasPeople(ada, ["Ada (you)"])
  assert.equal(await ada.page.textContent("#headcount"), "Only you are here")
  const bob = await (await Person.open(browser, "Bob")).enter(room)
  const cyd = await (await Person.open(browser, "Cyd")).enter(room)
  await hasPeople(ada, ["Ada (you)", "Bob", "Cyd"])
  await hasPeople(bob, ["Bob (you)", "Ada", "Cyd"])
  await cyd.page.evaluate(other => { location.hash = other }, newRoom())
  await hasPeople(cyd, ["Cyd (you)"])
  await hasPeople(ada, ["Ada (you)", "Bob"])
  assert.equal(await ada.page.textContent("#people-badge"), "2")
  await cyd.page.evaluate(back => { location.hash = back }, room)
  await hasPeople(bob, ["Bob (you)", "Ada", "Cyd"])
  for (const person of [ada, bob, cyd]) await person.close()
})
