import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pinnedNode, root, run } from './node.mjs'
import { Problem } from './problem.mjs'

/** Brings node_modules to what the lock file says; nothing is asked of the network when it already is. */
export async function installPackages() {
  if (major() < 20) throw new Problem(`Node ${process.versions.node} is too old: install Node 20 or newer.`)
  if (isInstalled()) return
  requireWritable(root)
  console.log('Installing packages; this happens once and takes a minute.')
  const temporary = mkdtempSync(join(tmpdir(), 'startup-tools-install-'))
  try {
    const path = canInstall() ? process.env.PATH : await fetchPinnedNode(temporary)
    // The build and the tests need the development packages whatever NODE_ENV says.
    await npm(['ci', '--include=dev', '--include=optional'], path)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  if (!isInstalled()) throw new Problem('The installation is incomplete: delete node_modules and try again.')
}

/** npm leaves its own record of what it installed as the last step of a complete installation. */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record) || !existsSync(pinnedNode)) return false
  const installed = packagesOf(record)
  const wanted = Object.entries(packagesOf(join(root, 'package-lock.json'))).filter(([path]) => path !== '')
  return wanted.every(([path, { version, optional }]) =>
    installed[path] ? installed[path].version === version : optional,
  )
}

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

export function requireWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw new Problem(`The folder ${folder} can't be written to: run this as its owner or change its permissions.`)
  }
}

const major = () => Number(process.versions.node.split('.')[0])

/** Under an older Node, npm leaves out the bundler's platform package, because its `engines` does not fit. */
function canInstall() {
  const minor = Number(process.versions.node.split('.')[1])
  return (major() === 20 && minor >= 19) || (major() === 22 && minor >= 12) || major() > 22
}

async function fetchPinnedNode(folder) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  await npm(['install', '--prefix', folder, '--loglevel=error', `node@${dependencies.node}`], process.env.PATH)
  return [join(folder, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
}

async function npm(args, path) {
  const code = await run('npm', args, { PATH: path, NODE_ENV: 'development' }).catch(() => {
    throw new Problem('npm was not found: install it beside Node, it usually comes with it.')
  })
  if (code !== 0) throw new Problem('npm could not install the packages: its own message stands above.')
}
