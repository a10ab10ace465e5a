import { broken, doubtful, type Finding, well } from '#bin/admin/doctor/finding.ts'
import type { AskDns } from '#server/platform/mail-authentication/ask-dns.ts'
import { anyLabel, findTexts, lookUp } from './look-up.ts'

type SenderDomains = { senderDomain: string; inboundDomain: string }

/** Codes come from MAIL_FROM, replies from support@WORKSPACE.DOMAIN. SPF is not inherited, so each needs a record. */
export async function examineSpf(ask: AskDns, { senderDomain, inboundDomain }: SenderDomains): Promise<Finding[]> {
  const subdomains = await examineSpfOf(ask, `*.${inboundDomain}`, `${anyLabel()}.${inboundDomain}`)
  return [await examineSpfOf(ask, senderDomain, senderDomain), subdomains]
}

async function examineSpfOf(ask: AskDns, domain: string, name: string): Promise<Finding> {
  const records = await findTexts(ask, name, /^v=spf1( |$)/i)
  const remedy = [
    `${domain}.  TXT  "v=spf1 include:NAME-FROM-YOUR-RELAY ~all"     (a relay on this machine: ip4:ITS-ADDRESS)`,
  ]
  const [record] = records
  if (!record)
    return doubtful(`SPF: ${domain} has no record, so many mail servers treat its mail as spam. Add:`, remedy)
  if (records.length > 1)
    return broken(
      `SPF: ${domain} has ${records.length} records, which is an error (RFC 7208, section 4.5). Merge them into one:`,
      remedy,
    )
  if (/^v=spf1\s+[-~?]?all\s*$/i.test(record))
    return broken(`SPF: ${domain} allows no server to send: “${record}”. Add your relay:`, remedy)
  if (/\s\+?all\s*$/i.test(record))
    return doubtful(`SPF: ${domain} allows every server to send: “${record}”. End it with ~all:`, remedy)
  return well(`SPF: the record of ${domain} is “${record}”. It must include your relay.`)
}

/**
 * The relay signs, and its provider names the record SELECTOR._domainkey.DOMAIN. A name above an existing name exists
 * itself (RFC 8020), so `_domainkey` tells whether there is any key, unless a wildcard answers.
 */
export async function examineDkim(ask: AskDns, domains: string[]): Promise<Finding[]> {
  return Promise.all(
    domains.map(async (domain) => {
      const name = `_domainkey.${domain}`
      const types = ['A', 'AAAA', 'MX', 'TXT'] as const
      const answers = await Promise.all(types.map((type) => lookUp(ask, name, type)))
      const hasKeys = answers.some(({ isThere }) => isThere) && answers.every(({ values }) => values.length === 0)
      if (hasKeys) return well(`DKIM: there is a key below ${name}. The relay must sign with it for ${domain}.`)
      return doubtful(
        `DKIM: no key was found below ${name}. Configure the relay to sign mail of ${domain} and of its subdomains as ${domain}, and add the record of its provider:`,
        [`SELECTOR.${name}.  TXT  "v=DKIM1; k=rsa; p=…"     (or the CNAME of your provider)`],
      )
    }),
  )
}

type DmarcPolicy = { at: string; tags: Map<string, string> }

/** Replies come from sub-domains, for which `sp=` of a record above them decides. */
export async function examineDmarc(ask: AskDns, domain: string): Promise<Finding[]> {
  const subdomain = `${anyLabel()}.${domain}`
  const policy = await findPolicy(ask, subdomain)
  const remedy = [`_dmarc.${domain}.  TXT  "v=DMARC1; p=quarantine; sp=quarantine; rua=mailto:dmarc@${domain}"`]
  if (!policy)
    return [
      doubtful(
        `DMARC: there is no record for ${domain} and its subdomains, but large mailbox providers require one. Add:`,
        remedy,
      ),
    ]
  const { at, tags } = policy
  const [tag, value] = at !== subdomain && tags.has('sp') ? ['sp', tags.get('sp')!] : ['p', tags.get('p') ?? 'none']
  const told = `_dmarc.${at === subdomain ? `*.${domain}` : at} has ${tag}=${value}`
  const findings =
    value === 'none'
      ? [
          doubtful(
            `DMARC: ${told} for subdomains of ${domain}, so anybody can send as support@WORKSPACE.${domain}. Once SPF and DKIM are correct, set:`,
            remedy,
          ),
        ]
      : [well(`DMARC: ${told}, which applies to mail from subdomains of ${domain}.`)]
  if (tags.get('adkim') === 's')
    findings.push(
      doubtful(
        `DMARC: adkim=s at _dmarc.${at} requires each subdomain to sign for itself, which few relays do. Set adkim=r, or remove it.`,
      ),
    )
  return findings
}

async function findPolicy(ask: AskDns, name: string): Promise<DmarcPolicy | null> {
  const [record] = await findTexts(ask, `_dmarc.${name}`, /^v=DMARC1\s*(;|$)/i)
  if (record) return { at: name, tags: readTags(record) }
  const above = name.slice(name.indexOf('.') + 1)
  return above.includes('.') ? findPolicy(ask, above) : null
}

const readTags = (record: string) =>
  new Map(
    record.split(';').map((pair) => {
      const [tag = '', value = ''] = pair.split('=')
      return [tag.trim().toLowerCase(), value.trim().toLowerCase()] as const
    }),
  )
