import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { addAdmin, giveTo, newSmallProject, runScript, somebody } from './small-project.ts'

const writesInto = (folder: string) => `
import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync(${JSON.stringify(folder)}, { recursive: true })
writeFileSync(${JSON.stringify(join(folder, 'made'))}, '')
console.log('home', process.env.HOME, 'cache', process.env.npm_config_cache)
`
const usersIn = (folder: string) => [
  ...new Set(
    ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].map(
      (name) => statSync(join(folder, name)).uid,
    ),
  ),
]

test('a command of root leaves nothing in a folder of somebody else that is not theirs', async () => {
  const project = newSmallProject()
  addAdmin(project, writesInto(join(project, 'data')))
  giveTo(somebody, project)

  const first = await runScript(project, ['admin'], { npm_config_cache: '/root/.npm' })
  const second = await runScript(project, ['admin'])

  expect([first.code, second.code], first.said + second.said).toEqual([0, 0])
  expect(readdirSync(join(project, 'data'))).toEqual(['compiled', 'made'])
  expect(usersIn(project)).toEqual([somebody])
})

test('where only the data is of somebody else, a command of root is theirs too, and the files stay as they are', async () => {
  const project = newSmallProject()
  // Uses a data folder outside the project, as a service does.
  const data = `${project}-data`
  onTestFinished(() => rmSync(data, { recursive: true }))
  addAdmin(project, writesInto(data))
  writeFileSync(join(project, '.env'), `PORT=3000\nDATA_DIR="${data}" # of the service\n`)
  giveTo(somebody, data)
  chmodSync(project, 0o755)

  const { code, said } = await runScript(project, ['admin'])

  expect(code, said).toBe(0)
  expect(usersIn(data)).toEqual([somebody])
  expect(usersIn(project)).toEqual([process.getuid!()])
})

test('an install that fails leaves the packages as they were, and tells why', async () => {
  const project = newSmallProject()
  const wanted = { name: 'small', version: '1.0.0', dependencies: { left: '1.0.0' } }
  const missing = { version: '1.0.0', resolved: 'http://127.0.0.1:1/left.tgz' }
  const lock = { name: 'small', version: '1.0.0', lockfileVersion: 3, requires: true }
  const packages = { '': wanted, 'node_modules/left': missing }
  writeFileSync(join(project, 'package.json'), JSON.stringify(wanted))
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ ...lock, packages }))
  mkdirSync(join(project, 'node_modules/kept'))

  const { code, said } = await runScript(project, ['install'], { npm_config_fetch_retries: '0' })

  expect([code, said]).toEqual([1, expect.stringContaining('npm could not install the packages')])
  expect(existsSync(join(project, 'node_modules/kept'))).toBe(true)
  expect(readdirSync(join(project, 'build'))).toEqual(['start.log'])
})

test('the data folder is found as the server finds it', async () => {
  const project = newSmallProject()
  const { findDataFolder } = await import(pathToFileURL(join(project, 'bin/lib/data-folder.mjs')).href)
  const given = [
    'DATA_DIR=./one',
    'DATA_DIR = /two # beside',
    `DATA_DIR='th#ree'\nPORT=1`,
    '#DATA_DIR=four',
    'export DATA_DIR="fi ve"\r\nPORT=1',
    'DATA_DIR=a\nDATA_DIR=b',
    'DATA_DIR=\nPORT=1',
    'MY_DATA_DIR=six',
  ]
  for (const text of given) {
    writeFileSync(join(project, '.env'), text)
    const wanted = parseEnv(text).DATA_DIR || 'data'
    expect(findDataFolder({}), text).toBe(wanted.startsWith('/') ? wanted : join(project, wanted))
  }
  expect(findDataFolder({ DATA_DIR: '/elsewhere' })).toBe('/elsewhere')
})

test('builds that a process serves stay, and of the others the last two', async () => {
  const project = newSmallProject()
  const { claimCurrentBuild, nameCurrent, removeOldBuilds } = await import(
    pathToFileURL(join(project, 'bin/lib/builds.mjs')).href
  )
  const builds = ['1', '2', '3', '4', '5'].map((digit) => digit.repeat(16))
  const make = (name: string) => mkdirSync(join(project, 'build', name, 'client'), { recursive: true })
  make(builds[0]!)
  nameCurrent(builds[0])
  claimCurrentBuild()
  for (const name of ['client', 'unfinished-999999999']) make(name)
  for (const name of builds.slice(1)) {
    make(name)
    nameCurrent(name)
    removeOldBuilds(name)
    // Waits, because two folders that are created at once may get the same time from the file system.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(readdirSync(join(project, 'build')).sort()).toEqual(
    [builds[0], builds[2], builds[3], builds[4], 'current'].sort(),
  )
})
