// Says whether the server still answers. Asks when the page is looked at, not all the time.

const started = document.getElementById("started")

function age(seconds) {
  const units = [[86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]]
  const [size, unit] = units.find(([size]) => seconds >= size) ?? [1, "second"]
  return new Intl.RelativeTimeFormat("en", { numeric: "always" }).format(-Math.floor(seconds / size), unit)
}

async function look() {
  const seconds = Math.max(1, (Date.now() - Date.parse(started.dateTime)) / 1000)
  started.textContent = `${new Date(started.dateTime).toLocaleString("en")} (${age(seconds)})`
  let up = false
  try {
    up = (await fetch("/health", { signal: AbortSignal.timeout(5000) })).ok
  } catch {
    up = false // no answer at all
  }
  document.getElementById("health").classList.toggle("down", !up)
  document.getElementById("health-text").textContent = up ? "This server is running" : "This server does not answer"
}

look()
document.addEventListener("visibilitychange", () => { if (!document.hidden) look() })
