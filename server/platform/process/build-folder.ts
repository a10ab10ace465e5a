import { existsSync, readFileSync } from 'node:fs'

const builds = new URL('../../../build/', import.meta.url)
const current = new URL('current', builds)

export const buildFolder = new URL(existsSync(current) ? `${readFileSync(current, 'utf8').trim()}/` : 'none/', builds)
