import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './node.mjs'

/** Finds the data folder by the same rules as the server, but without installed packages and on any Node version. */
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

/**
 * Returns the environment variable with the folder of Node's compile cache for this build. It is in the data folder,
 * because the user that runs the server may have no right to write to the project folder.
 */
export function compiledFolder(dataFolder, build) {
  return existsSync(dataFolder) ? { NODE_COMPILE_CACHE: join(dataFolder, 'compiled', build) } : {}
}

/**
 * Creates the data folder. Under root, another user runs the database and must be able to enter the folder, so its mode
 * is 711. The server reports a failure later.
 */
export function makeDataFolder(dataFolder) {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  } catch {}
}
