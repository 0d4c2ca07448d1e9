import assert from "node:assert/strict"
import { test } from "node:test"
import { browser, newRoom, Person, server } from "../lib/browser.mjs"
import { Proxy } from "../lib/proxy.mjs"

const transport = person => person.page.getAttribute("body", "data-transport")

test("where no WebSocket gets through, server-sent events take over and resume as well", async () => {
  const proxy = await Proxy.start(server, { blockUpgrade: true })
  const room = newRoom()
  const ada = await (await Person.open(browser, "Ada", { base: proxy.url })).enter(room)
  const bob = await (await Person.open(browser, "Bob")).enter(room)
  assert.equal(await transport(ada), "server-sent events")
  assert.equal(await transport(bob), "WebSocket")
  await ada.say("over POST")
  await bob.hasShown(1)
  await bob.say("over the stream")
  await ada.hasShown(2)

  proxy.cut()
  await ada.isCutOff()
  await ada.say("typed away 1", "typed away 2")
  await bob.say("meanwhile")
  await bob.hasShown(3)
  proxy.restore()
  await ada.isOnline()
  await ada.hasNothingPending()
  await ada.hasShown(5)
  await bob.hasShown(5)
  assert.deepEqual(await ada.shown(), await bob.shown())
  assert.deepEqual(await ada.texts(), ["over POST", "over the stream", "meanwhile", "typed away 1", "typed away 2"])
  await ada.close()
  await bob.close()
  await proxy.stop()
})

test("a server that was away for a while is come back to by WebSocket", async () => {
  const proxy = await Proxy.start(server)
  const ada = await (await Person.open(browser, "Ada", { base: proxy.url })).enter(newRoom())
  proxy.cut()
  await ada.isCutOff()
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await ada.page.click("#retry")
    await ada.sees('body[data-link="waiting"]')
  }
  proxy.restore()
  await ada.page.click("#retry")
  await ada.isOnline()
  assert.equal(await transport(ada), "WebSocket")
  await ada.close()
  await proxy.stop()
})
