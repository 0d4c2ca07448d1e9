import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

// Runs every test file, one after the other: two cores are soon busy with browsers.
const here = fileURLToPath(new URL(".", import.meta.url))
const files = ["resume", "fallback", "page", "presence", "restart"].map(f => `tests/${f}.test.mjs`)
const child = spawn(process.execPath, ["--test", "--test-concurrency=1", "--test-reporter=spec", ...files], { cwd: here, stdio: "inherit" })
child.on("exit", code => process.exit(code ?? 1))
