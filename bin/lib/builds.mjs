import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { removeOrTell, requireWritable } from './install.mjs'
import { root } from './node.mjs'
import { stepLog } from './steps.mjs'

export const buildsFolder = join(root, 'build')
const current = join(buildsFolder, 'current')
/** The newest builds to keep, including the current one. Builds in use are always kept. */
const mostKept = 3

export const currentBuild = () => (existsSync(current) ? readFileSync(current, 'utf8').trim() : undefined)

export function nameCurrent(name) {
  if (currentBuild() === name) return false
  requireWritable(buildsFolder)
  const unfinished = `${current}.${process.pid}`
  writeFileSync(unfinished, `${name}\n`)
  renameSync(unfinished, current)
  return true
}

export function claimCurrentBuild() {
  const name = currentBuild()
  if (!name) return
  try {
    mkdirSync(usersOf(name), { recursive: true })
    writeFileSync(join(usersOf(name), String(process.pid)), '')
  } catch {}
}

const usersOf = (name) => join(buildsFolder, name, 'users')

export function removeOldBuilds(name) {
  const own = ['current', basename(stepLog), name]
  const entries = readdirSync(buildsFolder).filter((each) => !own.includes(each))
  const builds = entries.filter((each) => /^[0-9a-f]{16}$/.test(each))
  const kept = new Set(
    builds
      .sort((one, other) => changedAt(other) - changedAt(one))
      .filter((each, index) => index < mostKept - 1 || isInUse(each)),
  )
  for (const each of entries) if (!kept.has(each) && !isUnderWay(each)) removeOrTell(join(buildsFolder, each))
}

const changedAt = (name) => statSync(join(buildsFolder, name)).mtimeMs

const isInUse = (name) => existsSync(usersOf(name)) && readdirSync(usersOf(name)).some(isAlive)

const isUnderWay = (entry) => /^(unfinished-|install-|current\.)\d+$/.test(entry) && isAlive(entry.replace(/\D+/, ''))

function isAlive(pid) {
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
