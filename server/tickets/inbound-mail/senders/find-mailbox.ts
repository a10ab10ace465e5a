import { LRUCache } from 'lru-cache'
import { readEmailAddress } from '#contract/email-address.ts'
import { asVisitor } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { splitPlusAddress } from '#server/platform/mail/message-id.ts'
import { reservedLocalParts } from '#server/workspace/settings/check-domain.ts'

type Settings = Pick<Platform['settings'], 'inboundDomain' | 'rootDomain' | 'formerDomains'>
export type Mailbox = { workspaceId: string; domain: string; address: string }

const knownForMs = 60_000
const unknownForMs = 5_000
const mostKnown = 10_000
const known = new LRUCache<string, { workspaceId: string | null }>({ max: mostKnown, ttl: knownForMs })

export const uncacheSuspendedWorkspaces = ({ hub }: Platform) =>
  hub.onChange((workspaceId, types) => {
    if (!types.has('workspace.suspended')) return
    for (const [domain, found] of known.entries()) if (found.workspaceId === workspaceId) known.delete(domain)
  })

/**
 * Finds the workspace of a mail address: `support@WORKSPACE.INBOUND_DOMAIN`, or another form that `domainOfMailbox`
 * accepts. The address can have a plus part.
 */
export async function findMailbox(platform: Platform, given: string): Promise<Mailbox | null> {
  const address = readEmailAddress(given) ?? ''
  const domain = domainOfMailbox(platform.settings, address)
  if (!domain) return null
  const workspaceId = await findWorkspaceId(platform, domain)
  return workspaceId ? { workspaceId, domain, address } : null
}

/**
 * Returns the workspace name of an address, or null. Accepts `support@WORKSPACE.DOMAIN` for the inbound and former
 * domains, and `WORKSPACE@INBOUND_DOMAIN` if the inbound domain is not the root domain.
 */
export function domainOfMailbox({ inboundDomain, rootDomain, formerDomains }: Settings, given: string): string | null {
  const { address } = splitPlusAddress(given.trim().toLowerCase())
  const at = address.lastIndexOf('@')
  const localPart = address.slice(0, at)
  const host = address.slice(at + 1)
  if (reservedLocalParts.has(localPart)) return null
  if (host === inboundDomain) return inboundDomain === rootDomain ? null : asLabel(localPart)
  if (localPart !== 'support') return null
  const labels = [inboundDomain, ...formerDomains].map((domain) => labelBelow(host, domain))
  return labels.find((label) => label !== null) ?? null
}

const labelBelow = (host: string, domain: string) =>
  host.endsWith(`.${domain}`) ? asLabel(host.slice(0, -domain.length - 1)) : null

export const ownDomainsOf = ({ inboundDomain, rootDomain, formerDomains }: Settings) => [
  inboundDomain,
  rootDomain,
  ...formerDomains,
]

export const isOurs = (settings: Settings, address: string): boolean => {
  const host = address.toLowerCase().slice(address.lastIndexOf('@') + 1)
  return ownDomainsOf(settings).some((domain) => host === domain || host.endsWith(`.${domain}`))
}

const asLabel = (text: string) => (/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/.test(text) ? text : null)

async function findWorkspaceId(platform: Platform, domain: string): Promise<string | null> {
  const found = known.get(domain)
  if (found) return found.workspaceId
  const workspaceId = await asVisitor(platform.reader, domain, async (_, entered) => entered?.workspaceId ?? null)
  known.set(domain, { workspaceId }, { ttl: workspaceId ? knownForMs : unknownForMs })
  return workspaceId
}
