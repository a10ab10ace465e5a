import type { Outbound } from '#server/platform/outbound/outbound.ts'
import type { OutboundError, OutboundFault } from '#server/platform/outbound/outbound-error.ts'
import type { DueLink, Finding } from './queries.ts'

const daysBetween = 7
/** So many answers in a row that say neither yes nor no, a day and then two apart, are a no. */
const mostFailures = 3

const certain = { failures: 0, againInDays: daysBetween }
const works: Finding = { state: 'works', fault: null, status: null, ...certain }
/** It is none that this server asks, so nothing is said of it. */
const unknown: Finding = { ...works, state: null }

/** What is known of an address after it was asked once more. */
export async function judgeLink({ probe }: Outbound, link: DueLink, stopping: AbortSignal): Promise<Finding> {
  try {
    const { status } = await probe(link.url, stopping)
    if (status < 400) return { ...works, status }
    const found = { fault: 'bad-answer', status } as const
    return status === 404 || status === 410 ? { state: 'broken', ...found, ...certain } : unsure(link, found)
  } catch (error) {
    return judgeFault(link, (error as OutboundError).fault)
  }
}

function judgeFault(link: DueLink, fault: OutboundFault): Finding {
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

function unsure({ failures: before }: DueLink, found: Pick<Finding, 'fault' | 'status'>): Finding {
  const failures = Math.min(before + 1, mostFailures)
  const isBroken = failures === mostFailures
  return { state: isBroken ? 'broken' : 'unsure', ...found, failures, againInDays: isBroken ? daysBetween : failures }
}
