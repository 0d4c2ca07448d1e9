import assert from "node:assert/strict"
import { test } from "node:test"
import { browser, newRoom, Person, restartServer, server } from "../lib/browser.mjs"
import { Proxy } from "../lib/proxy.mjs"

// Needs somebody who restarts the server, at EDDY_CONTROL.
const options = { skip: process.env.EDDY_CONTROL ? false : "EDDY_CONTROL is not set: nobody restarts the server" }

const missed = person => person.page.$$eval("#log .divider.missed", all => all.map(d => d.textContent))
const notes = person => person.page.$$eval("#log .event", all => all.map(e => e.textContent))
const here = person => person.page.$$eval("#members .who", all => all.map(w => w.textContent))

async function backOnline(person) {
  await person.page.locator("#retry").click({ timeout: 1000 }).catch(() => {}) // it may be back by itself already
  await person.isOnline()
}

test("a server that is restarted and has kept the history: each message once, and who was away is told how many were missed", options, async () => {
  const proxy = await Proxy.start(server)
  const room = newRoom()
  const ada = await (await Person.open(browser, "Ada", { base: proxy.url })).enter(room)
  const bob = await (await Person.open(browser, "Bob")).enter(room)
  await ada.say("ada 1")
  await bob.hasShown(1)
  await ada.hasNothingPending()

  proxy.cut()
  await ada.isCutOff()
  await bob.say("bob 1", "bob 2")
  await bob.hasShown(3)
  await restartServer({ keep: true })
  await backOnline(bob)
  await bob.say("bob 3")
  await bob.hasShown(4)
  await ada.say("ada 2")
  proxy.restore()
  await backOnline(ada)
  await ada.hasShown(5)
  await bob.hasShown(5)
  assert.deepEqual(await ada.texts(), ["ada 1", "bob 1", "bob 2", "bob 3", "ada 2"])
  assert.deepEqual(await ada.shown(), await bob.shown())
  assert.deepEqual(await missed(ada), ["You missed 3 messages"])
  assert.deepEqual([await notes(ada), await notes(bob), await missed(bob)], [[], [], []])
  await ada.close()
  await bob.close()
  await proxy.stop()
})

test("a server that is restarted and has lost the history: both are told, go on, and see each message once", options, async () => {
  const room = newRoom()
  const ada = await (await Person.open(browser, "Ada")).enter(room)
  const bob = await (await Person.open(browser, "Bob")).enter(room)
  await ada.say("before")
  await bob.hasShown(1)
  await ada.hasNothingPending()
  await restartServer({ keep: false })
  for (const person of [ada, bob]) {
    await backOnline(person)
    await person.sees("#log .event")
    assert.deepEqual(await notes(person), ["The room was restarted. You may have missed messages."])
  }
  await ada.say("ada after")
  await bob.hasShown(2)
  await bob.say("bob after")
  await ada.hasShown(3)
  await bob.hasShown(3)
  for (const person of [ada, bob]) assert.deepEqual(await person.texts(), ["before", "ada after", "bob after"])
  assert.deepEqual(await here(ada), ["Ada (you)", "Bob"], "who is here is known again")
  assert.deepEqual(await here(bob), ["Bob (you)", "Ada"])
  await ada.close()
  await bob.close()
})

test("what is written while the server is away arrives once, when it is back", options, async () => {
  const room = newRoom()
  const ada = await (await Person.open(browser, "Ada")).enter(room)
  const bob = await (await Person.open(browser, "Bob")).enter(room)
  const restarted = restartServer({ keep: true })
  await ada.say("on the way 1", "on the way 2", "on the way 3")
  await restarted
  await backOnline(ada)
  await backOnline(bob)
  await ada.hasNothingPending()
  await bob.hasShown(3)
  await ada.hasShown(3)
  assert.deepEqual(await bob.texts(), ["on the way 1", "on the way 2", "on the way 3"])
  assert.deepEqual(await ada.shown(), await bob.shown())
  await ada.close()
  await bob.close()
})
