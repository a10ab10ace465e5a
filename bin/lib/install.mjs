import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pinnedNode, root, run } from './node.mjs'
import { Problem } from './problem.mjs'
import { step } from './steps.mjs'

/** Installs the packages of the lock file. Needs no network if they are installed already. */
export async function installPackages() {
  if (major() < 20) throw new Problem(`Node ${process.versions.node} is too old: install Node 20 or newer.`)
  if (isInstalled()) return
  requireWritable(root)
  if (existsSync(packages)) requireWritable(packages)
  await step('Installing the packages', install)
}

async function install() {
  const temporary = mkdtempSync(join(tmpdir(), 'startup-tools-install-'))
  try {
    const path = canInstall() ? process.env.PATH : await fetchPinnedNode(temporary)
    const environment = { PATH: path, ...cacheIn(temporary) }
    if (mayBeMoved()) await installAside(environment)
    else await installInto(root, environment)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  if (!isInstalled()) throw new Problem('The installation is incomplete: delete node_modules and try again.')
}

const packages = join(root, 'node_modules')

function mayBeMoved() {
  const there = lstatSync(packages, { throwIfNoEntry: false })
  return !there || (!there.isSymbolicLink() && there.dev === lstatSync(root).dev)
}

// Installs the packages into another folder and then swaps the folders. npm would empty `node_modules` first, and a
// running server may still read from it.
async function installAside(environment) {
  const aside = join(root, 'build', `install-${process.pid}`)
  mkdirSync(aside, { recursive: true })
  try {
    for (const name of ['package-lock.json', '.npmrc'])
      if (existsSync(join(root, name))) copyFileSync(join(root, name), join(aside, name))
    // Omits the `scripts` of package.json, because npm would run them and their files are not in this folder.
    const { scripts, ...rest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    writeFileSync(join(aside, 'package.json'), JSON.stringify(rest))
    await installInto(aside, environment)
    if (!existsSync(join(aside, 'node_modules'))) throw new Problem('npm installed nothing.')
    if (existsSync(packages)) renameSync(packages, join(aside, 'before'))
    renameSync(join(aside, 'node_modules'), packages)
  } finally {
    removeOrTell(aside)
  }
}

const installInto = (folder, environment) =>
  npm(['ci', '--include=dev', '--include=optional', '--prefix', folder], environment)

export function removeOrTell(path) {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch (error) {
    console.error(`${path} could not be removed (${error.code}): remove it as the owner of what is in it.`)
  }
}

// Uses a temporary cache folder for npm if the home folder is not writable. The user of a service often has no home
// folder.
function cacheIn(temporary) {
  try {
    accessSync(homedir(), constants.W_OK)
    return {}
  } catch {
    return { npm_config_cache: join(temporary, 'cache') }
  }
}

/** npm writes this record as the last step of a complete installation. */
function isInstalled() {
  const record = join(packages, '.package-lock.json')
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
    throw new Problem(`The folder ${folder} can't be written to: run this as its owner, or change whom it belongs to.`)
  }
}

const major = () => Number(process.versions.node.split('.')[0])

// Whether this Node version can install all packages. With an older Node, npm omits the platform package of the
// bundler.
function canInstall() {
  const minor = Number(process.versions.node.split('.')[1])
  return (major() === 20 && minor >= 19) || (major() === 22 && minor >= 12) || major() > 22
}

async function fetchPinnedNode(folder) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  await npm(['install', '--prefix', folder, '--loglevel=error', `node@${dependencies.node}`], cacheIn(folder))
  return [join(folder, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
}

async function npm(args, environment) {
  const code = await run('npm', args, { PATH: process.env.PATH, NODE_ENV: 'development', ...environment }).catch(() => {
    throw new Problem('npm was not found: install it beside Node, it usually comes with it.')
  })
  if (code !== 0) throw new Problem('npm could not install the packages.')
}
