import assert from "node:assert/strict"
import { test } from "node:test"
import { browser, newRoom, Person, server } from "../lib/browser.mjs"
import { Proxy } from "../lib/proxy.mjs"

async function bothShow(ada, bob, texts) {
  await ada.hasNothingPending()
  await bob.hasNothingPending()
  await ada.hasShown(texts.length)
  await bob.hasShown(texts.length)
  const a = await ada.shown(), b = await bob.shown()
  assert.deepEqual(a, b, "both pages show the same messages in the same order")
  assert.deepEqual(a.map(([offset]) => offset), texts.map((_, i) => i + 1), "each offset once, without a gap")
  assert.deepEqual(a.map(([, text]) => text).sort(), [...texts].sort(), "each message exactly once")
}

test("who is cut off comes back: both pages show every message exactly once, in the same order", async () => {
  const proxy = await Proxy.start(server)
  const room = newRoom()
  const ada = await (await Person.open(browser, "Ada", { base: proxy.url })).enter(room)
  const bob = await (await Person.open(browser, "Bob")).enter(room)
  await ada.say("ada 1")
  await bob.hasShown(1)
  await bob.say("bob 1")
  await ada.hasShown(2)

  proxy.cut()
  await ada.isCutOff()
  await ada.sees("#notice:not([hidden])")
  await bob.say("bob 2", "bob 3", "bob 4", "bob 5")
  await ada.say("ada 2", "ada 3", "ada 4")
  await bob.hasShown(6)
  assert.deepEqual(await ada.pending(), ["ada 2", "ada 3", "ada 4"], "what is typed while away waits, visibly")
  assert.deepEqual(await ada.texts(), ["ada 1", "bob 1"])

  proxy.restore()
  await ada.isOnline()
  const all = ["ada 1", "bob 1", "bob 2", "bob 3", "bob 4", "bob 5", "ada 2", "ada 3", "ada 4"]
  await bothShow(ada, bob, all)
  assert.deepEqual(await ada.texts(), all, "and what was typed while away follows in the order it was typed in")
  assert.equal(await ada.page.locator("#log .event").count(), 0, "it was recovered: no gap is told")
  await ada.close()
  await bob.close()
  await proxy.stop()
})

test("a message whose acknowledgement was lost is sent again, and shown once", async () => {
  const proxy = await Proxy.start(server)
  const room = newRoom()
  const ada = await (await Person.open(browser, "Ada", { base: proxy.url })).enter(room)
  const bob = await (await Person.open(browser, "Bob")).enter(room)
  for (const round of [1, 2, 3]) {
    proxy.mute()
    await ada.say(`into the dark ${round}`)
    await bob.hasShown(round)
    assert.deepEqual(await ada.pending(), [`into the dark ${round}`], "not confirmed")
    proxy.cut()
    await ada.isCutOff()
    proxy.restore()
    await ada.page.locator("#retry").click({ timeout: 2000 }).catch(() => {}) // it may be back by itself already
    await ada.isOnline()
    await ada.hasNothingPending()
    await ada.hasShown(round)
  }
  await bothShow(ada, bob, ["into the dark 1", "into the dark 2", "into the dark 3"])
  await ada.close()
  await bob.close()
  await proxy.stop()
})

test("a short loss of the connection is not told to the others", async () => {
  const proxy = await Proxy.start(server)
  const room = newRoom()
  const ada = await (await Person.open(browser, "Ada", { base: proxy.url })).enter(room)
  const bob = await (await Person.open(browser, "Bob")).enter(room)
  await bob.page.evaluate(() => {
    window.seen = []
    const members = document.getElementById("members")
    new MutationObserver(() => window.seen.push(members.childElementCount)).observe(members, { childList: true })
  })
  proxy.cut()
  await ada.isCutOff()
  proxy.restore()
  await ada.isOnline()
  await ada.say("back")
  await bob.hasShown(1)
  assert.ok((await bob.page.evaluate(() => window.seen)).every(n => n === 2), "always two people")
  await ada.close()
  await bob.close()
  await proxy.stop()
})

test("a reload goes back into the room with its history", async () => {
  const room = newRoom()
  const ada = await (await Person.open(browser, "Ada")).enter(room)
  await ada.say("before the reload")
  await ada.hasShown(1)
  await ada.page.reload()
  await ada.sees("body.inside")
  await ada.hasShown(1)
  assert.deepEqual(await ada.texts(), ["before the reload"])
  await ada.close()
})
