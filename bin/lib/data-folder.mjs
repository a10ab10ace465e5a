import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './node.mjs'

/** Finds the data folder like the server, without installed packages and on any Node. */
export function findDataFolder(environment = process.env, folder = root) {
  return resolve(folder, environment.DATA_DIR?.trim() || fromFile(join(folder, '.env')) || 'data')
}

function fromFile(file) {
  const lines = readText(file).matchAll(/^\s*(?:export\s+)?DATA_DIR\s*=[^\S\n]*(?:"([^"]*)"|'([^']*)'|([^#\n]*))/gm)
  const [, ...values] = [...lines].at(-1) ?? []
  return values.find((value) => value !== undefined)?.trim()
}

/** An unreadable file counts as empty. The server reports the reason later. */
function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Node's compile cache of this build. In the data folder, because this user may not write to the project. */
export function compiledFolder(dataFolder, build) {
  return existsSync(dataFolder) ? { NODE_COMPILE_CACHE: join(dataFolder, 'compiled', build) } : {}
}

/** If we are root, another user runs the database and must be able to enter the folder. The server reports failures. */
export function makeDataFolder(dataFolder) {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  } catch {}
}
