import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './node.mjs'

/** DATA_DIR as the server reads it, before anything is installed and on any Node. */
export function findDataFolder(environment = process.env, folder = root) {
  return resolve(folder, environment.DATA_DIR?.trim() || fromFile(join(folder, '.env')) || 'data')
}

function fromFile(file) {
  const lines = readText(file).matchAll(/^\s*(?:export\s+)?DATA_DIR\s*=[^\S\n]*(?:"([^"]*)"|'([^']*)'|([^#\n]*))/gm)
  const [, ...values] = [...lines].at(-1) ?? []
  return values.find((value) => value !== undefined)?.trim()
}

/** What cannot be read is told by the server, with its reason. */
function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Where Node keeps what it compiled of this build: beside the data, since the project's files may belong to somebody
 * else. Nothing where there is no data folder yet.
 */
export function compiledFolder(dataFolder, build) {
  return existsSync(dataFolder) ? { NODE_COMPILE_CACHE: join(dataFolder, 'compiled', build) } : {}
}

/** Others may pass through where we are root, since the database then runs as another user. The server tells why it can't. */
export function makeDataFolder(dataFolder) {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  } catch {}
}
