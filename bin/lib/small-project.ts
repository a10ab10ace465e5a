import { spawn } from 'node:child_process'
import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const somebody = process.getuid!() === 0 ? 54_321 : process.getuid!()

export function newSmallProject() {
  const folder = mkdtempSync(join(tmpdir(), 'startup-tools-project-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(here('../lib'), join(folder, 'bin/lib'), { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  cpSync(here('../run.mjs'), join(folder, 'bin/run.mjs'))
  mkdirSync(join(folder, 'node_modules'))
  const nothing = JSON.stringify({ packages: {} })
  for (const name of ['package.json', 'package-lock.json', 'node_modules/.package-lock.json'])
    writeFileSync(join(folder, name), nothing)
  return folder
}

export function addAdmin(folder: string, script: string) {
  cpSync(here('../../node_modules/node/bin/node'), join(folder, 'node_modules/node/bin/node'))
  writeFileSync(join(folder, 'bin/admin.ts'), script)
}

export function giveTo(user: number, folder: string) {
  mkdirSync(folder, { recursive: true })
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, name), user, user === 0 ? 0 : process.getgid!() || user)
}

export function runScript(folder: string, args: string[], environment: Record<string, string> = {}) {
  const script = join(folder, 'bin/run.mjs')
  const inherited = { PATH: process.env.PATH!, HOME: process.env.HOME ?? '/' }
  const child = spawn(process.execPath, [script, ...args], { cwd: folder, env: { ...inherited, ...environment } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, said })),
  )
}
