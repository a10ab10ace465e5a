import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './node.mjs'

/** Reads DATA_DIR like the server, before the install and on any Node. */
export function findDataFolder(environment = process.env, folder = root) {
  return resolve(folder, environment.DATA_DIR?.trim() || fromFile(join(folder, '.env')) || 'data')
}

function fromFile(file) {
  const lines = readText(file).matchAll(/^\s*(?:export\s+)?DATA_DIR\s*=[^\S\n]*(?:"([^"]*)"|'([^']*)'|([^#\n]*))/gm)
  const [, ...values] = [...lines].at(-1) ?? []
  return values.find((value) => value !== undefined)?.trim()
}

/** The server reports an unreadable file with its reason. */
function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Node's compile cache of this build, beside the data, because this user may not write to the project. */
export function compiledFolder(dataFolder, build) {
  return existsSync(dataFolder) ? { NODE_COMPILE_CACHE: join(dataFolder, 'compiled', build) } : {}
}

/** If we are root, the database runs as another user, who must pass through. The server reports failures. */
export function makeDataFolder(dataFolder) {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  } catch {}
}
