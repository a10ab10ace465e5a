import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findBrowser } from '#test/browser.ts'

const isRoot = process.getuid?.() === 0

if (!findBrowser() && isRoot && existsSync('/usr/bin/apt-get')) {
  console.log('Installing Chromium for the browser stories by apt.')
  run('apt-get', ['update', '-qq'])
  for (const name of ['chromium-headless-shell', 'chromium'])
    if (!findBrowser()) run('apt-get', ['install', '-qq', '-y', '--no-install-recommends', name])
}

if (!findBrowser()) {
  console.log('Downloading Chromium for the browser stories.')
  run('playwright', ['install', ...(isRoot ? ['--with-deps'] : []), 'chromium'])
}

const browser = findBrowser()
if (browser) {
  console.log(`The stories run in ${browser}.`)
} else {
  console.error('No Chromium could be installed for the browser stories: install Chrome or Chromium and try again.')
  process.exitCode = 1
}

function run(command: string, args: string[]) {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env: environment })
}
