import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildsFolder, nameCurrent, removeOldBuilds } from './builds.mjs'
import { compressBuilt } from './compress-built.mjs'
import { requireWritable } from './install.mjs'
import { root, runNode, runTool } from './node.mjs'
import { Problem } from './problem.mjs'
import { step } from './steps.mjs'

const readingConfig = ['--config', 'vite.reading.config.ts']
const parts = {
  web: {
    title: 'pages of the product',
    make: (to) => runTool('react-router', ['build'], to),
    leaves: ['client', 'server'],
    compresses: 'client',
  },
  mails: {
    title: 'mails',
    make: (to) => runTool('vite', ['build', '--config', 'vite.mail.config.ts'], to),
    leaves: ['mail'],
  },
  reading: {
    title: 'pages of the help centre',
    make: async (to) =>
      (await runTool('vite', ['build', ...readingConfig], to)) ||
      (await runTool('vite', ['build', '--mode', 'embed', ...readingConfig], to)) ||
      (await runTool('vite', ['build', '--mode', 'request-form', ...readingConfig], to)) ||
      runTool('vite', ['build', '--ssr', 'web/knowledge-base/index.tsx', ...readingConfig], to),
    leaves: ['knowledge-base'],
    compresses: 'knowledge-base/client',
  },
  reference: {
    title: 'API reference',
    make: (to) => runNode(['bin/write-reference.ts'], to),
    leaves: ['reference'],
  },
}
const madeOf = [
  'bin/lib/area-manifests.ts',
  'bin/lib/leave-at-once.ts',
  'bin/lib/chunks.ts',
  'bin/lib/compress-built.mjs',
  'bin/write-reference.ts',
  'web',
  'contract',
  'vite.config.ts',
  'vite.mail.config.ts',
  'vite.reading.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package-lock.json',
]

export const buildAll = () => build(Object.keys(parts))

/** Builds all but the pages, which the development server builds on demand. */
export const buildBesidePages = () => build(['mails', 'reading', 'reference'])

/** Builds into a folder named after the hash of the inputs. A running server continues with its own build. */
async function build(names) {
  const name = fingerprintOf(madeOf).slice(0, 16)
  const folder = join(buildsFolder, name)
  const missing = names.filter((each) => !isBuilt(folder, parts[each]))
  for (const each of missing) await buildPart(each, folder)
  if (!nameCurrent(name)) return
  removeOldBuilds(name)
}

const isBuilt = (folder, { leaves }) => leaves.every((each) => existsSync(join(folder, each)))

/** Builds in another folder and moves the result, so that an interrupted build leaves no incomplete part. */
async function buildPart(name, folder) {
  requireWritable(root)
  await step(`Building the ${parts[name].title}`, () => makePart(name, folder))
}

async function makePart(name, folder) {
  const { title, make, leaves, compresses } = parts[name]
  const unfinished = join(buildsFolder, `unfinished-${process.pid}`)
  rmSync(unfinished, { recursive: true, force: true })
  const code = await make({ NODE_ENV: 'production', BUILD_TO: unfinished })
  if (code !== 0) throw new Problem(`The ${title} could not be built.`)
  if (compresses) await compressBuilt(join(unfinished, compresses))
  mkdirSync(folder, { recursive: true })
  for (const each of leaves) {
    rmSync(join(folder, each), { recursive: true, force: true })
    renameSync(join(unfinished, each), join(folder, each))
  }
  rmSync(unfinished, { recursive: true, force: true })
}

/** Hashes contents, not times, so that a fresh checkout of the same commit has the same hash. */
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
