import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataFolder } from './instance-lock.ts'

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'startup-tools-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function holdInAnotherProcess(folder: string) {
  const script = join(folder, 'hold.ts')
  const module = new URL('instance-lock.ts', import.meta.url).href
  writeFileSync(
    script,
    `import { lockDataFolder } from '${module}'\nlockDataFolder('${folder}')\nprocess.send!('held')\nsetInterval(() => {}, 1000)\n`,
  )
  const child = fork(script)
  await once(child, 'message')
  return child
}

test('a second start on the same data folder is refused, and names the first', async () => {
  const folder = newFolder()
  const first = await holdInAnotherProcess(folder)

  expect(() => lockDataFolder(folder)).toThrow(`already runs in ${folder} as process ${first.pid}`)
  first.kill('SIGKILL')
})

test('a killed server leaves the data folder free', async () => {
  const folder = newFolder()
  const first = await holdInAnotherProcess(folder)
  first.kill('SIGKILL')
  await once(first, 'exit')

  lockDataFolder(folder).release()
})

test('a released data folder can be taken again, and another one at any time', () => {
  const folder = newFolder()
  lockDataFolder(folder).release()
  const lock = lockDataFolder(folder)
  lockDataFolder(newFolder()).release()
  lock.release()
})
