import { buildAll } from './build.mjs'
import { runNode, runTool } from './node.mjs'

/** What takes long and is run before an issue is closed: every screen looked at in full, what moves, what pages weigh on the wire, and a server that is killed. */
export async function runSweep(options) {
  await buildAll()
  const installed = await runNode(['bin/install-browser.ts'])
  return installed || runTool('playwright', ['test', '--project=sweep', ...options], { NODE_ENV: 'test' })
}
