import type { FastifyRequest } from 'fastify'
import type { Settings } from '#server/platform/settings/settings.ts'

type HostKind = 'root' | 'app' | 'api' | 'files' | 'mail' | 'workspace' | 'unknown'
export type Host = { kind: HostKind; label: string | null }

const ours = new Map(Object.entries<HostKind>({ app: 'app', api: 'api', files: 'unknown', mail: 'mail' }))
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

export function hostOf(hostname: string, rootDomain: string, filesHost: string): Host {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  if (name === filesHost) return { kind: 'files', label: null }
  if (name === rootDomain) return { kind: 'root', label: null }
  if (!name.endsWith(`.${rootDomain}`)) return { kind: 'unknown', label: null }
  const first = name.slice(0, -rootDomain.length - 1)
  if (!label.test(first)) return { kind: 'unknown', label: null }
  const kind = ours.get(first)
  return kind ? { kind, label: null } : { kind: 'workspace', label: first }
}

/** Returns the name in a Host header, or '' if the header is not a name with an optional port. */
export const nameIn = (host: string) => /^([a-z0-9.-]+)(:\d{1,5})?$/i.exec(host)?.[1] ?? ''

type HostSettings = Pick<Settings, 'rootDomain' | 'filesHost' | 'filesOrigin' | 'formerDomains' | 'origin'>

/** Returns the current URL for a request to a former domain, or null for any other host. */
export function findMoved({ host, raw }: FastifyRequest, settings: HostSettings): string | null {
  const name = nameIn(host).toLowerCase()
  if (settings.formerDomains.length === 0 || !raw.url?.startsWith('/')) return null
  if (hostOf(name, settings.rootDomain, settings.filesHost).kind !== 'unknown') return null
  for (const former of settings.formerDomains) {
    const origin = originOf(name, former, settings)
    if (origin) return `${origin}${raw.url}`
  }
  return null
}

function originOf(name: string, former: string, { rootDomain, filesOrigin, origin }: HostSettings): string | null {
  if (name === `files.${former}`) return filesOrigin
  const { kind, label } = hostOf(name, former, '')
  if (kind === 'unknown' || kind === 'mail') return null
  if (kind === 'root') return origin(rootDomain)
  return origin(`${label ?? kind}.${rootDomain}`)
}
