import { existsSync, readFileSync } from 'node:fs'

const builds = new URL('../../../build/', import.meta.url)
const current = new URL('current', builds)

/**
 * The pages and what else is sent, as the build left them: the build that was current when this process began. A later
 * one lies beside it and is for the next start.
 */
export const buildFolder = new URL(existsSync(current) ? `${readFileSync(current, 'utf8').trim()}/` : 'none/', builds)
