import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'

/**
 * Returns the owner of a folder, so that root can create files as this owner. Undefined if the process does not run as
 * root, or if root is the owner.
 */
export function ownerOf(folder) {
  if (process.getuid?.() !== 0) return undefined
  const { uid = 0, gid } = statSync(folder, { throwIfNoEntry: false }) ?? {}
  return uid === 0 ? undefined : { uid, gid: groupOf(uid) ?? gid }
}

export const isSameAccount = (one, other) => one?.uid === other?.uid

export function become({ uid, gid }) {
  try {
    process.initgroups(uid, gid)
  } catch {
    process.setgroups([gid])
  }
  process.setgid(gid)
  process.setuid(uid)
  Object.assign(process.env, nameOf())
  // npm sets these variables to folders of root, which the new user cannot use.
  for (const name of ['npm_config_cache', 'npm_config_userconfig']) delete process.env[name]
}

function nameOf() {
  try {
    const { homedir, username } = userInfo()
    return { HOME: homedir, USER: username, LOGNAME: username }
  } catch {
    return { HOME: '/', USER: '', LOGNAME: '' }
  }
}

function groupOf(uid) {
  const { status, stdout } = spawnSync('id', ['-g', String(uid)], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}
