import assert from "node:assert/strict"
import { test } from "node:test"
import { browser, newRoom, Person } from "../lib/browser.mjs"

test("markup and script addresses are shown as text, and nothing runs", async () => {
  const room = newRoom()
  const evil = [
    "<script>window.pwned = 1</script>",
    "<img src=x onerror='window.pwned = 1'>",
    "javascript:window.pwned=1",
    "https://example.org/\"onmouseover=\"window.pwned=1",
    "<a href=\"javascript:window.pwned=1\">x</a> &lt;b&gt;",
  ]
  const name = "<b onclick=x>Eve</b>"
  const eve = await (await Person.open(browser, name)).enter(room)
  const bob = await (await Person.open(browser, "Bob")).enter(room)
  await eve.say(...evil)
  await bob.hasShown(evil.length)
  assert.deepEqual(await bob.texts(), evil)
  assert.equal(await bob.page.textContent("#log .author"), name)
  for (const person of [eve, bob]) {
    assert.equal(await person.page.evaluate(() => window.pwned), undefined)
    assert.equal(await person.page.locator("#log script, #log img, #log b, #members b").count(), 0)
    const links = await person.page.$$eval("#log a", all => all.map(a => [a.protocol, a.rel, a.target]))
    assert.ok(links.every(([protocol, rel, target]) => protocol === "https:" && rel.includes("noopener") && target === "_blank"), String(links))
  }
  await eve.close()
  await bob.close()
})

test("a page under the policy runs no inline script", async () => {
  const ada = await Person.open(browser, "Ada")
  const answer = await ada.page.goto(new URL("/chat/", ada.base).href)
  const policy = answer.headers()["content-security-policy"] ?? ""
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /unsafe/)
  const thrown = await ada.page.evaluate(() => {
    const errors = []
    const attempt = what => { try { what() } catch (e) { errors.push(e.name) } }
    const s = document.createElement("script")
    attempt(() => { s.textContent = "window.pwned = 1" })
    attempt(() => { document.body.innerHTML = "<img src=x onerror='window.pwned = 1'>" })
    attempt(() => { s.append("window.pwned = 1"); document.body.append(s) })
    return errors
  })
  assert.deepEqual(thrown, ["TypeError", "TypeError"], "no text is taken for markup or script")
  assert.equal(await ada.page.evaluate(() => window.pwned), undefined)
  ada.problems.length = 0 // what the browser has reported of this is no problem here
  await ada.close()
})

test("on a phone nothing is wider than the screen, and who is here opens as a drawer", async () => {
  const room = newRoom()
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const ada = await (await Person.open(browser, "Ada", phone)).enter(room)
  const cyd = await (await Person.open(browser, "Cyd with a long name 123")).enter(room)
  await cyd.say("x".repeat(600), `https://example.org/${"long/".repeat(60)}`, "wide ".repeat(100))
  await ada.hasShown(3)
  const wide = () => ada.page.evaluate(() => {
    const all = [document.documentElement, document.getElementById("scroll")]
    return all.map(e => e.scrollWidth - e.clientWidth)
  })
  assert.deepEqual(await wide(), [0, 0])
  const box = await ada.page.locator("#send").boundingBox()
  assert.ok(box.x + box.width <= 390 && box.y + box.height <= 844, "the send button is on the screen")
  assert.ok(box.width >= 40 && box.height >= 40, "and large enough for a finger")
  await ada.page.tap("#people-open")
  await ada.sees("#people.open")
  assert.deepEqual(await ada.page.$$eval("#members .who", all => all.map(w => w.textContent)), ["Ada (you)", "Cyd with a long name 123"])
  assert.deepEqual(await wide(), [0, 0])
  await ada.page.tap("#people-close")
  await ada.page.waitForSelector("#people:not(.open)", { state: "attached" })
  await ada.close()
  await cyd.close()
})

test("everything can be done by keyboard, and focus is always visible", async () => {
  const room = newRoom()
  const ada = await Person.open(browser, "Ada")
  const { page } = ada
  await page.goto(new URL(`/chat/#${room}`, ada.base).href)
  await page.waitForSelector("#name:focus")
  await page.keyboard.type("Ada")
  await page.keyboard.press("Tab")
  assert.equal(await page.evaluate(() => document.activeElement.id), "room-input")
  await page.keyboard.press("Enter")
  await page.waitForSelector("#text:focus")
  await page.keyboard.type("first line")
  await page.keyboard.press("Shift+Enter")
  await page.keyboard.type("second line")
  await page.keyboard.press("Enter")
  await ada.hasShown(1)
  assert.deepEqual(await ada.texts(), ["first line\nsecond line"])
  const order = []
  for (let i = 0; i < 8; i += 1) {
    await page.keyboard.press("Tab")
    order.push(await page.evaluate(() => {
      const e = document.activeElement
      const outline = getComputedStyle(e).outlineStyle !== "none"
      return e === document.body ? "body" : `${e.id || e.className}${outline || e.id === "text" ? "" : " without a visible focus"}`
    }))
  }
  const border = () => page.$eval("#composer", e => getComputedStyle(e).borderColor)
  await page.focus("#text")
  const focused = await border()
  await page.focus("#send")
  await page.focus("#share")
  assert.notEqual(focused, await border(), "the field shows its focus around the whole composer")
  for (const id of ["send", "share", "change"]) assert.ok(order.includes(id), `${id} is reached: ${order}`)
  assert.ok(!order.some(o => o.includes("without")), String(order))
  await page.focus("#change")
  await page.keyboard.press("Enter")
  await page.waitForSelector("#door[open]")
  await page.keyboard.press("Escape")
  await page.waitForSelector("#door:not([open])", { state: "attached" })
  await ada.close()
})

test("who sends by a click goes on writing, without another click", async () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    const ada = await (await Person.open(browser, "Ada", { viewport })).enter(newRoom())
    const { page } = ada
    await page.click("#text")
    await page.keyboard.type("one")
    await page.click("#send")
    await page.waitForSelector("#text:focus")
    await page.keyboard.type("two")
    await page.keyboard.press("Enter")
    await ada.hasShown(2)
    assert.deepEqual(await ada.texts(), ["one", "two"])
    await ada.close()
  }
})

test("on a narrow screen the focus goes into the panel of who is here, and Escape closes that from anywhere", async () => {
  for (const width of [360, 768, 810]) {
    const ada = await (await Person.open(browser, "Ada", { viewport: { width, height: 800 } })).enter(newRoom())
    const { page } = ada
    for (const leave of [() => {}, () => page.evaluate(() => document.activeElement.blur())]) {
      await page.focus("#people-open")
      await page.keyboard.press("Enter")
      await page.waitForSelector("#people-close:focus")
      await leave()
      await page.keyboard.press("Escape")
      await page.waitForSelector("#people:not(.open)", { state: "attached" })
      await page.waitForSelector("#people-open:focus")
    }
    await ada.close()
  }
})

test("a refusal that suggests nothing offers nothing", async () => {
  const ada = await Person.open(browser, "Ada")
  const { page } = ada
  await page.goto(new URL(`/chat/#${newRoom()}`, ada.base).href)
  for (const name of ["", "x".repeat(40), "\u200b"]) {
    await page.fill("#name", name)
    await page.click("#enter")
    await page.waitForFunction(() => document.getElementById("door-problem").textContent !== "")
    assert.deepEqual(await page.$eval("#suggestion", s => [s.textContent, s.dataset.name ?? "", s.hidden]), ["", "", true], name)
    await page.waitForSelector("#enter:not([disabled])")
  }
  await ada.close()
})

for (const colorScheme of ["light", "dark"]) {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    test(`nothing stands in the way of assistive technology, nor is too pale: ${colorScheme}, ${viewport.width} wide`, async () => {
      const ada = await Person.open(browser, "Ada", { colorScheme, viewport, bypassCSP: true, reducedMotion: "reduce" })
      const room = newRoom()
      await ada.page.goto(new URL(`/chat/#${room}`, ada.base).href)
      assert.deepEqual(await ada.barriers(), [], "at the door")
      const bob = await (await Person.open(browser, "Bob")).enter(room)
      await ada.enter(room)
      await bob.say("see https://example.org/", "🎉")
      await ada.say("mine")
      await ada.hasShown(3)
      assert.deepEqual(await ada.barriers(), [], "in the room")
      await ada.close()
      await bob.close()
    })
  }
}

test("a taken name is refused with one that is free, and a tab of the same browser is the same person", async () => {
  const room = newRoom()
  const ada = await (await Person.open(browser, "Ada")).enter(room)
  const other = await Person.open(browser, "ada")
  await other.page.goto(new URL(`/chat/#${room}`, other.base).href)
  await other.page.fill("#name", "ada")
  await other.page.click("#enter")
  await other.page.click("#suggestion")
  await other.sees("body.inside")
  const names = person => person.page.$$eval("#members .who", all => all.map(w => w.textContent))
  await ada.page.waitForFunction(() => document.querySelectorAll("#members li").length === 2)
  assert.deepEqual(await names(ada), ["Ada (you)", "ada-2"])
  const tab = await ada.context.newPage()
  await tab.goto(new URL(`/chat/#${room}`, ada.base).href)
  await tab.click("#enter")
  await tab.waitForSelector("body.inside")
  assert.deepEqual(await names(ada), ["Ada (you)", "ada-2"], "one person in two tabs")
  await ada.close()
  await other.close()
})

test("a name over the limit is refused with what is wrong, and one can go on", async () => {
  const bob = await Person.open(browser, "Bob")
  await bob.page.goto(new URL(`/chat/#${newRoom()}`, bob.base).href)
  await bob.page.fill("#name", "Bob with quite a long name")
  await bob.page.click("#enter")
  await bob.page.waitForFunction(() => document.getElementById("door-problem").textContent.includes("the limit is 24"))
  await bob.page.fill("#name", "Bob")
  await bob.page.click("#enter")
  await bob.sees("body.inside")
  await bob.close()
})

test("what the server cannot take is shown as not sent with the reason, and holds nothing up", async () => {
  const ada = await (await Person.open(browser, "Ada")).enter(newRoom())
  await ada.page.evaluate(() => {
    document.getElementById("text").value = "half a character: \ud83d"
    document.getElementById("composer").requestSubmit()
  })
  await ada.say("next")
  await ada.hasShown(2)
  assert.deepEqual(await ada.texts(), ["half a character: \ufffd", "next"])
  await ada.say("\u0007") // nothing is left of it
  await ada.sees("#pending .failed")
  await ada.say("and on")
  await ada.hasShown(3)
  await ada.page.click("#pending .failed button")
  await ada.hasNothingPending()
  await ada.close()
})

test("who is typing is shown to the others and goes away", async () => {
  const room = newRoom()
  const ada = await (await Person.open(browser, "Ada")).enter(room)
  const bob = await (await Person.open(browser, "Bob")).enter(room)
  await ada.page.locator("#text").pressSequentially("hello")
  await bob.page.waitForFunction(() => document.getElementById("typing").textContent === "Ada is typing…")
  await ada.page.press("#text", "Enter")
  await bob.hasShown(1)
  await bob.page.waitForFunction(() => document.getElementById("typing").textContent === "")
  await ada.close()
  await bob.close()
})

test("scrolled up, new messages are counted on a button that leads to them", async () => {
  const room = newRoom()
  const ada = await (await Person.open(browser, "Ada", { viewport: { width: 800, height: 420 } })).enter(room)
  const bob = await (await Person.open(browser, "Bob")).enter(room)
  await bob.say("a\nb\nc\nd\ne\nf\ng", "a\nb\nc\nd\ne\nf\ng", "a\nb\nc\nd\ne\nf\ng")
  await ada.hasShown(3)
  await ada.page.evaluate(() => document.getElementById("scroll").scrollTo({ top: 0, behavior: "instant" }))
  await ada.sees("#jump:not([hidden])")
  await bob.say("news")
  await ada.page.waitForFunction(() => document.getElementById("jump-text").textContent === "1 new message")
  assert.match(await ada.page.title(), /^\(1\)/)
  await ada.sees("#log .divider.unread")
  await ada.page.click("#jump")
  await ada.page.waitForSelector("#jump", { state: "hidden" })
  await ada.close()
  await bob.close()
})
