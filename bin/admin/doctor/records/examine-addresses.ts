import { broken, type Finding, well } from '#bin/admin/doctor/finding.ts'
import type { AskDns } from '#server/platform/mail-authentication/ask-dns.ts'
import { anyLabel, findAddresses } from './look-up.ts'

/**
 * Every workspace is a sub-domain, so the domain needs a wildcard. A wildcard does not cover a name with other records.
 */
export async function examineAddresses(ask: AskDns, domain: string, hosts: string[]): Promise<Finding[]> {
  const wildcard = `*.${domain}`
  const names = [domain, ...hosts, wildcard]
  const found = await Promise.all(
    names.map(async (name) => {
      const addresses = await findAddresses(ask, name === wildcard ? `${anyLabel()}.${domain}` : name)
      return { name, addresses }
    }),
  )
  const missing = found.filter(({ addresses }) => addresses.length === 0).map(({ name }) => name)
  if (missing.length === 0) {
    const addresses = [...new Set(found.flatMap((each) => each.addresses))]
    return [well(`Address records: ${domain} and ${wildcard} point to ${addresses.join(', ')}.`)]
  }
  // A name that the wildcard will cover needs no record.
  const needed = missing.filter(
    (name) => !missing.includes(wildcard) || name === domain || !name.endsWith(wildcard.slice(1)) || name === wildcard,
  )
  return [
    broken(
      `Address records: ${missing.join(', ')} ${missing.length === 1 ? 'has' : 'have'} no address, so browsers can't open it. Add records with the public address of this server or of its proxy:`,
      needed.map((name) => `${name}.  A  203.0.113.10     (AAAA for IPv6)`),
    ),
  ]
}
