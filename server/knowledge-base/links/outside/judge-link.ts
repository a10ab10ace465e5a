import type { Outbound } from '#server/platform/outbound/outbound.ts'
import type { OutboundError, OutboundFault } from '#server/platform/outbound/outbound-error.ts'
import type { DueLink, LinkCheckResult } from './queries.ts'

const daysBetween = 7
/** After this many inconclusive checks in a row, one and then two days apart, a link counts as broken. */
const mostFailures = 3

const certain = { failures: 0, againInDays: daysBetween }
const works: LinkCheckResult = { state: 'works', fault: null, status: null, ...certain }
/** The server does not request such URLs. */
const unknown: LinkCheckResult = { ...works, state: null }

export async function probeLink({ probe }: Outbound, link: DueLink, stopping: AbortSignal): Promise<LinkCheckResult> {
  try {
    const { status } = await probe(link.url, stopping)
    if (status < 400) return { ...works, status }
    const found = { fault: 'bad-answer', status } as const
    return status === 404 || status === 410 ? { state: 'broken', ...found, ...certain } : unsure(link, found)
  } catch (error) {
    return judgeFault(link, (error as OutboundError).fault)
  }
}

function judgeFault(link: DueLink, fault: OutboundFault): LinkCheckResult {
  switch (fault) {
    case 'not-allowed':
      return unknown
    case 'no-address':
    case 'bad-certificate':
    case 'refused':
      return { state: 'broken', fault, status: null, ...certain }
    default:
      return unsure(link, { fault: 'no-answer', status: null })
  }
}

function unsure({ failures: before }: DueLink, found: Pick<LinkCheckResult, 'fault' | 'status'>): LinkCheckResult {
  const failures = Math.min(before + 1, mostFailures)
  const isBroken = failures === mostFailures
  return { state: isBroken ? 'broken' : 'unsure', ...found, failures, againInDays: isBroken ? daysBetween : failures }
}
