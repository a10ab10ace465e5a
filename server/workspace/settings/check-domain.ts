import { isReserved } from './reserved-names.ts'

export type DomainFault = 'domainempty' | 'invaliddomainformat' | 'domainreserved'

/** Why a name cannot be a workspace domain, before it is known whether it is taken; null if it can. */
export function faultOfDomain(domain: string, rootDomain: string): DomainFault | null {
  if (!domain) return 'domainempty'
  if (!/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/.test(domain) || domain.startsWith('xn--')) return 'invaliddomainformat'
  if (isReserved(domain) || domain === rootDomain.split('.')[0]) return 'domainreserved'
  return null
}

/** Domains are compared without case. */
export const normalizeDomain = (typed: string) => typed.trim().toLowerCase()
