import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const installed = [
  // Needs half the time of the other browsers, because it has no window.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Returns the browser for the stories: an installed one, otherwise the one that Playwright downloaded. */
export function findBrowser(): string | undefined {
  const downloaded = chromium.executablePath()
  return installed.map(pathOf).find(isUsable) ?? (existsSync(downloaded) ? downloaded : undefined)
}

function pathOf(name: string) {
  if (name.startsWith('/')) return name
  return spawnSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).stdout.trim()
}

/** Runs `--version`, because Ubuntu has a `chromium-browser` that only prints how to install Chromium. */
function isUsable(path: string) {
  return path !== '' && existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0
}

/** Flags for a quiet browser without a sandbox. Root and most containers cannot use the sandbox. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  // Draws without a separate process, which saves process switches on two cores.
  '--in-process-gpu',
  // Does not optimize JavaScript, because a page of a story lives only for seconds. Optimizing would take more time
  // than it saves.
  '--js-flags=--no-opt --no-maglev',
  '--disable-quic',
  // Makes text as wide as with a window. Without a window, letter widths are rounded to whole pixels.
  '--font-render-hinting=none',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
