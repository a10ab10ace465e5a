import type { FastifyRequest } from 'fastify'
import type { Settings } from '#server/settings.ts'
import { hostOf, nameIn } from './hosts.ts'

type Named = Pick<Settings, 'rootDomain' | 'filesHost' | 'filesOrigin' | 'formerDomains' | 'origin'>

/** Where an address of a former domain is now: the same host, path and query below the domain of today. Null for any other. */
export function findMoved({ host, raw }: FastifyRequest, settings: Named): string | null {
  const name = nameIn(host).toLowerCase()
  if (settings.formerDomains.length === 0 || !raw.url?.startsWith('/')) return null
  if (hostOf(name, settings.rootDomain, settings.filesHost).kind !== 'unknown') return null
  for (const former of settings.formerDomains) {
    const origin = originOf(name, former, settings)
    if (origin) return `${origin}${raw.url}`
  }
  return null
}

function originOf(name: string, former: string, { rootDomain, filesOrigin, origin }: Named): string | null {
  if (name === `files.${former}`) return filesOrigin
  const { kind, label } = hostOf(name, former, '')
  if (kind === 'unknown' || kind === 'mail') return null
  if (kind === 'root') return origin(rootDomain)
  return origin(`${label ?? kind}.${rootDomain}`)
}
