import type { AnswerOf } from '#contract/endpoint.ts'
import type { showDomainAvailability } from '#contract/workspaces.ts'

type Availability = AnswerOf<typeof showDomainAvailability>

/** Asks the server whether a domain is free; nothing when it can't say right now. */
export async function checkDomain(domain: string, signal: AbortSignal): Promise<Availability | null> {
  try {
    const response = await fetch(`/api/v1/domain-availability?domain=${encodeURIComponent(domain)}`, { signal })
    return response.ok ? await response.json() : null
  } catch {
    return null
  }
}
