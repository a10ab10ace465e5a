import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'

/**
 * Who owns a folder, where we are root and they are not: what root makes there could be neither changed nor removed by
 * them. Undefined for anybody but root.
 */
export function ownerOf(folder) {
  if (process.getuid?.() !== 0) return undefined
  const { uid = 0, gid } = statSync(folder, { throwIfNoEntry: false }) ?? {}
  return uid === 0 ? undefined : { uid, gid: groupOf(uid) ?? gid }
}

export const isSameAccount = (one, other) => one?.uid === other?.uid

/** From here on we are somebody else than root, with their groups and their home, and there is no way back. */
export function become({ uid, gid }) {
  try {
    process.initgroups(uid, gid)
  } catch {
    // Nobody with a name, as the owner of a folder that a container was given.
    process.setgroups([gid])
  }
  process.setgid(gid)
  process.setuid(uid)
  Object.assign(process.env, nameOf())
  // npm hands on where root keeps its own files, which is no place for them.
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
