import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { removeOrTell, requireWritable } from './install.mjs'
import { root } from './node.mjs'
import { stepLog } from './steps.mjs'

export const buildsFolder = join(root, 'build')
const current = join(buildsFolder, 'current')
/** Beside the current one, where nothing tells which of them are in use. */
const mostKept = 3

/** The build that the next start takes, if there is one. */
export const currentBuild = () => (existsSync(current) ? readFileSync(current, 'utf8').trim() : undefined)

/** Answers whether it was another one until now. */
export function nameCurrent(name) {
  if (currentBuild() === name) return false
  requireWritable(buildsFolder)
  const unfinished = `${current}.${process.pid}`
  writeFileSync(unfinished, `${name}\n`)
  renameSync(unfinished, current)
  return true
}

/**
 * Says of the current build that this process serves it, for as long as it lives. Where the files belong to somebody
 * else that can't be said, and the last builds are kept instead.
 */
export function claimCurrentBuild() {
  const name = currentBuild()
  if (!name) return
  try {
    mkdirSync(usersOf(name), { recursive: true })
    writeFileSync(join(usersOf(name), String(process.pid)), '')
  } catch {}
}

const usersOf = (name) => join(buildsFolder, name, 'users')

/** Removes what no process serves and no start takes, and what an earlier version or a build cut short left. */
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
