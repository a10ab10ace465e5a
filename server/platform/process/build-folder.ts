import { existsSync, readFileSync } from 'node:fs'

const builds = new URL('../../../build/', import.meta.url)
const current = new URL('current', builds)

/** The build that was current when this process started. A later one is for the next start. */
export const buildFolder = new URL(existsSync(current) ? `${readFileSync(current, 'utf8').trim()}/` : 'none/', builds)
