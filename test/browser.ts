import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const installed = [
  // Without a window the same takes half the time.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser for the stories: one that is on this machine, else the one that Playwright downloaded. */
export function findBrowser(): string | undefined {
  const downloaded = chromium.executablePath()
  return installed.map(pathOf).find(isUsable) ?? (existsSync(downloaded) ? downloaded : undefined)
}

function pathOf(name: string) {
  if (name.startsWith('/')) return name
  return spawnSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).stdout.trim()
}

/** Asked for its version, because Ubuntu has a `chromium-browser` that only tells where to get one. */
function isUsable(path: string) {
  return path !== '' && existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0
}

/** Quiet, without a sandbox that root and most containers can't have. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  // Drawing needs no process of its own, which is one less to switch to on two cores.
  '--in-process-gpu',
  // A page of a story lives for seconds: to optimize its code takes more time than it saves.
  '--js-flags=--no-opt --no-maglev',
  '--disable-quic',
  // As wide as with a window; without one letters are rounded to whole pixels.
  '--font-render-hinting=none',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
