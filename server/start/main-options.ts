import { nearestName } from '#contract/nearest-name.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'

const knownOptions: readonly string[] = ['--demo', '--dev', '--verbose']

export type MainOptions = { isDemo: boolean; isDev: boolean; isVerbose: boolean }

export function readMainOptions(options: string[]): MainOptions {
  const unknown = options.find((option) => !knownOptions.includes(option))
  if (unknown !== undefined)
    throw new CannotStart(`Unknown option ${unknown}. Did you mean ${nearestName(unknown, knownOptions)}?`)
  return {
    isDemo: options.includes('--demo'),
    isDev: options.includes('--dev'),
    isVerbose: options.includes('--verbose'),
  }
}

export function refuseOnDomain(
  { isDemo, isDev }: Pick<MainOptions, 'isDemo' | 'isDev'>,
  { isLocal, rootDomain }: Domain,
) {
  if (isLocal) return
  const only = `only on a localhost name, and ROOT_DOMAIN is ${rootDomain}.`
  if (isDemo) throw new CannotStart(`--demo adds workspaces with well-known users: ${only}`)
  if (isDev) throw new CannotStart(`--dev shows source files and error details: ${only}`)
}

type Domain = { isLocal: boolean; rootDomain: string }
