import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireWritable } from './install.mjs'
import { root, runTool } from './node.mjs'
import { Problem } from './problem.mjs'

const inputs = ['web', 'contract', 'vite.config.ts', 'react-router.config.ts', 'tsconfig.json', 'package-lock.json']
const stamp = join(root, 'build', 'inputs.sha256')

/** Builds the web, unless the last build was made of the very same files. */
export async function buildWeb() {
  const fingerprint = fingerprintOf(inputs)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
  requireWritable(root)
  console.log('Building the web; this happens when it changed.')
  rmSync(stamp, { force: true })
  const code = await runTool('react-router', ['build'], { NODE_ENV: 'production' })
  if (code !== 0) throw new Problem('The web could not be built: the message stands above.')
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
