import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressBuilt } from './compress-built.mjs'
import { requireWritable } from './install.mjs'
import { root, runNode, runTool } from './node.mjs'
import { Problem } from './problem.mjs'

const production = { NODE_ENV: 'production' }
const readingConfig = ['--config', 'vite.reading.config.ts']
const builds = {
  web: () => runTool('react-router', ['build'], production),
  mails: () => runTool('vite', ['build', '--config', 'vite.mail.config.ts'], production),
  reading: async () =>
    (await runTool('vite', ['build', ...readingConfig], production)) ||
    runTool('vite', ['build', '--ssr', 'web/knowledge-base/index.tsx', ...readingConfig], production),
  reference: () => runNode(['bin/write-reference.ts'], production),
}
const ofWeb = [
  'bin/lib/area-manifests.ts',
  'bin/lib/leave-at-once.ts',
  'bin/lib/chunks.ts',
  'bin/lib/compress-built.mjs',
  'web',
  'contract',
  'vite.config.ts',
  'vite.mail.config.ts',
  'vite.reading.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package-lock.json',
]
const inputs = { web: ofWeb, mails: ofWeb, reading: ofWeb, reference: ['bin/write-reference.ts', 'package-lock.json'] }

/** Builds the pages and what else is sent, unless the last build was made of the very same files. */
export async function buildAll() {
  await build('web', () => compressBuilt(join(root, 'build', 'client')))
  await buildBesidePages()
}

/** Pages are built by the development server as they are asked for, the rest is not. */
export async function buildBesidePages() {
  await build('mails')
  await build('reading', () => compressBuilt(join(root, 'build', 'knowledge-base', 'client')))
  await build('reference')
}

async function build(name, finish = async () => {}) {
  const stamp = join(root, 'build', `${name}.sha256`)
  const fingerprint = fingerprintOf(inputs[name])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
  requireWritable(root)
  console.log(`Building the ${name}; this happens when what it is made of changed.`)
  rmSync(stamp, { force: true })
  const code = await builds[name]()
  if (code !== 0) throw new Problem(`The ${name} could not be built: the message stands above.`)
  await finish()
  writeFileSync(stamp, fingerprint)
}

/** Contents and not times, so that a fresh checkout of the same commit counts as the same. */
function fingerprintOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesOf))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(join(root, path))) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}
