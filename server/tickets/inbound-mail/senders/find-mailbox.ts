import { LRUCache } from 'lru-cache'
import { readEmailAddress } from '#contract/email-address.ts'
import { asVisitor, inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { splitPlusAddress } from '#server/platform/mail/message-id.ts'
import { findTeamByAddress, listTeams } from '#server/tickets/teams/find-teams.ts'
import { reservedLocalParts } from '#server/workspace/settings/check-domain.ts'

type Settings = Pick<Platform['settings'], 'inboundDomain' | 'rootDomain' | 'formerDomains'>
export type Mailbox = { workspaceId: string; domain: string; address: string }

const knownForMs = 60_000
const unknownForMs = 5_000
const mostKnown = 10_000
const known = new LRUCache<string, { workspaceId: string | null }>({ max: mostKnown, ttl: knownForMs })

/** The addresses of the teams of a workspace. */
const teamAddresses = new LRUCache<string, ReadonlySet<string>>({ max: mostKnown, ttl: unknownForMs })

export const uncacheChangedMailboxes = ({ hub }: Platform) =>
  hub.onChange((workspaceId, types) => {
    if (types.has('teams.changed')) teamAddresses.delete(workspaceId)
    if (!types.has('workspace.suspended')) return
    for (const [domain, found] of known.entries()) if (found.workspaceId === workspaceId) known.delete(domain)
  })

/**
 * Finds the workspace of a mail address: `support@WORKSPACE.INBOUND_DOMAIN`, another form that `domainOfMailbox`
 * accepts, or the address of a team. The address can have a plus part.
 */
export async function findMailbox(platform: Platform, given: string): Promise<Mailbox | null> {
  const address = readEmailAddress(given) ?? ''
  const place = readMailbox(platform.settings, address)
  if (!place) return null
  const { domain, ofTeam } = place
  const workspaceId = await findWorkspaceId(platform, domain)
  if (!workspaceId || (ofTeam && !(await listTeamAddresses(platform, workspaceId)).has(ofTeam))) return null
  return { workspaceId, domain, address }
}

async function listTeamAddresses(platform: Platform, workspaceId: string): Promise<ReadonlySet<string>> {
  const found = teamAddresses.get(workspaceId)
  if (found) return found
  const teams = await inWorkspace(platform.app, workspaceId, listTeams)
  const addresses = new Set(teams.flatMap(({ address }) => address ?? []))
  teamAddresses.set(workspaceId, addresses)
  return addresses
}

/** Returns the id of the team to whose address a mail was sent, or null. */
export async function findTeamOfMail(tx: WorkspaceTx, settings: Settings, address: string): Promise<string | null> {
  const { ofTeam = null } = readMailbox(settings, address) ?? {}
  return ofTeam ? ((await findTeamByAddress(tx, ofTeam))?.id ?? null) : null
}

/**
 * Returns the workspace name of an address, or null. Accepts `support@WORKSPACE.DOMAIN` for the inbound and former
 * domains, and `WORKSPACE@INBOUND_DOMAIN` if the inbound domain is not the root domain.
 */
export function domainOfMailbox(settings: Settings, given: string): string | null {
  const place = readMailbox(settings, given)
  return place && !place.ofTeam ? place.domain : null
}

type MailboxPlace = {
  domain: string
  /** The part before the @, if only a team can have this address. */
  ofTeam: string | null
}

export function readMailbox(
  { inboundDomain, rootDomain, formerDomains }: Settings,
  given: string,
): MailboxPlace | null {
  const { address } = splitPlusAddress(given.trim().toLowerCase())
  const at = address.lastIndexOf('@')
  const localPart = address.slice(0, at)
  const host = address.slice(at + 1)
  if (reservedLocalParts.has(localPart)) return null
  if (host === inboundDomain) {
    const domain = inboundDomain === rootDomain ? null : asLabel(localPart)
    return domain ? { domain, ofTeam: null } : null
  }
  const labels = [inboundDomain, ...formerDomains].map((domain) => labelBelow(host, domain))
  const domain = labels.find((label) => label !== null)
  return domain ? { domain, ofTeam: localPart === 'support' ? null : localPart } : null
}

const labelBelow = (host: string, domain: string) =>
  host.endsWith(`.${domain}`) ? asLabel(host.slice(0, -domain.length - 1)) : null

const asLabel = (text: string) => (/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/.test(text) ? text : null)

async function findWorkspaceId(platform: Platform, domain: string): Promise<string | null> {
  const found = known.get(domain)
  if (found) return found.workspaceId
  const workspaceId = await asVisitor(platform.reader, domain, async (_, entered) => entered?.workspaceId ?? null)
  known.set(domain, { workspaceId }, { ttl: workspaceId ? knownForMs : unknownForMs })
  return workspaceId
}
