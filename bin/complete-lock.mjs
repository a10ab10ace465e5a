// Adds platform packages to package-lock.json that npm left out. Without them, `npm ci` stops with "Missing ... from
// lock file". Run this after every `npm install`.
import { readFileSync, writeFileSync } from 'node:fs'

const lockFile = new URL('../package-lock.json', import.meta.url)
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

const lock = JSON.parse(readFileSync(lockFile, 'utf8'))
const missing = Object.values(lock.packages).flatMap((parent) => missingOptionals(parent, lock.packages))
for (const { path, entry } of missing) lock.packages[path] = entry
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
if (missing.length > 0) writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`)
console.log(missing.length > 0 ? `Added ${missing.length} platform packages.` : 'The lock file is complete.')

function missingOptionals(parent, packages) {
  return Object.entries(parent.optionalDependencies ?? {})
    .map(([name, version]) => ({ path: `node_modules/${name}`, version, name }))
    .filter(({ path, version }) => !packages[path] && /^\d+\.\d+\.\d+/.test(version))
    .map(({ path, name, version }) => ({ path, entry: platformEntry(name, version, parent) }))
}

/** The entry has no integrity, because the registry is not queried. The platform comes from the name. */
function platformEntry(name, version, parent) {
  const words = name.split(/[/-]/)
  const cpu = processors.filter((processor) => words.includes(processor))
  const os = systems.filter((system) => words.includes(system))
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : []
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(parent.dev && { dev: true }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  }
}
