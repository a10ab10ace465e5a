import { broken, codeOf, doubtful, type Finding, isBroken, open, well } from '#bin/admin/doctor/finding.ts'
import { readGreeting } from '#bin/admin/doctor/ports/ask-server.ts'
import { isOurGreeting, waysToLowPort } from '#bin/admin/doctor/ports/examine-ports.ts'
import { productName } from '#contract/texts.ts'
import type { AskDns } from '#server/platform/mail-authentication/ask-dns.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { anyLabel, DnsSilent, findAddresses, findTexts, lookUp } from './look-up.ts'

export async function examineRecords(settings: Settings, ask: AskDns, smtpPort = 25): Promise<Finding[]> {
  const { rootDomain, inboundDomain, formerDomains, isLocal, mailFrom } = settings
  if (isLocal) return [open(`${rootDomain} is a localhost name, which needs no DNS records.`)]
  const senderDomain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  const incoming = { domain: inboundDomain, settings, smtpPort }
  const former = formerDomains.map(async (domain) =>
    asDoubts([
      ...(await answered(() => examineAddresses(ask, domain, []))),
      ...(await answered(() => examineIncoming(ask, { ...incoming, domain }))),
    ]),
  )
  const groups = [
    answered(() => examineAddresses(ask, rootDomain, [settings.appHost, settings.apiHost, settings.filesHost])),
    answered(() => examineIncoming(ask, incoming)),
    answered(() => examineSpf(ask, { senderDomain, inboundDomain })),
    answered(() => examineDkim(ask, [...new Set([senderDomain, inboundDomain])])),
    answered(() => examineDmarc(ask, inboundDomain)),
    ...former,
  ]
  return (await Promise.all(groups)).flat()
}

/** Reports the records as unchecked if no DNS server answers. */
async function answered(examine: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await examine()
  } catch (error) {
    if (!(error instanceof DnsSilent)) throw error
    return [open(`${error.message}, so its records were not checked.`)]
  }
}

/** For a former domain, a missing record is only a warning. */
const asDoubts = (findings: Finding[]) =>
  findings.map((finding) => (isBroken(finding) ? doubtful(finding.text, finding.remedy) : finding))

// Checks the addresses of the domain, the given hosts and any sub-domain, because each workspace is a sub-domain.
// Checks the hosts by name, because a wildcard record does not cover a name that has other records.
async function examineAddresses(ask: AskDns, domain: string, hosts: string[]): Promise<Finding[]> {
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
  // If the wildcard record is missing, the advice leaves out the names that the wildcard would cover.
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

type IncomingMail = { domain: string; settings: Settings; smtpPort: number }

/** Mail for support@WORKSPACE.DOMAIN goes to the MX of each sub-domain, always on port 25. */
async function examineIncoming(ask: AskDns, incoming: IncomingMail): Promise<Finding[]> {
  const { domain } = incoming
  const name = `${anyLabel()}.${domain}`
  const { values } = await lookUp(ask, name, 'MX')
  const best = values.toSorted((one, other) => one.priority - other.priority)[0]
  if (!best) return [await withoutMx(ask, name, domain)]
  if (best.exchange === '' || best.exchange === '.')
    return [broken(`MX: the record of *.${domain} says that it accepts no mail. Replace it:`, mxLines(domain))]
  const addresses = await findAddresses(ask, best.exchange)
  if (addresses.length === 0)
    return [broken(`MX: *.${domain} points to ${best.exchange}, which has no address. Add an A or AAAA record for it.`)]
  return [
    well(`MX: mail to *.${domain} goes to ${best.exchange} (${addresses.join(', ')}).`),
    await examineMailHost(incoming, best.exchange, addresses[0]!),
  ]
}

/** A host without MX gets its mail at its address (RFC 5321, section 5.1). */
async function withoutMx(ask: AskDns, name: string, domain: string): Promise<Finding> {
  const addresses = await findAddresses(ask, name)
  if (addresses.length === 0)
    return broken(`MX: *.${domain} has no MX record, so no mail to it arrives. Add:`, mxLines(domain))
  return doubtful(
    `MX: *.${domain} has no MX record. Mail is delivered to its address, ${addresses[0]}, but some senders require an MX record. Add:`,
    mxLines(domain),
  )
}

const mxLines = (domain: string) => [
  `*.${domain}.  MX  10 mx.${domain}.`,
  `mx.${domain}.  A  203.0.113.10     (of this server)`,
]

async function examineMailHost(
  { domain, settings, smtpPort }: IncomingMail,
  host: string,
  address: string,
): Promise<Finding> {
  const { inboundSmtpPort } = settings
  const place = `${host}, port ${smtpPort}`
  try {
    const greeting = await readGreeting(address, smtpPort)
    if (isOurGreeting(greeting)) return well(`Port 25: a ${productName} server answers at ${place}.`)
    return open(
      `Port 25: another mail server answers at ${place}: “${greeting}”. It must forward mail for *.${domain} to port ${inboundSmtpPort} of this server. Unless it runs on this machine, TRUSTED_RELAYS must contain it.`,
    )
  } catch (error) {
    return doubtful(
      `Port 25: nothing answers at ${place} (${codeOf(error)}) from this machine. Other mail servers deliver to port 25, and INBOUND_SMTP_PORT is ${inboundSmtpPort}. Use one of these ways:`,
      [
        ...waysToLowPort('INBOUND_SMTP_PORT', 25),
        `Postfix    in front, as in deploy/postfix: relay_domains = ${domain}, .${domain} and relay_transport = relay:[127.0.0.1]:${inboundSmtpPort}`,
      ],
    )
  }
}

type SenderDomains = { senderDomain: string; inboundDomain: string }

/** Codes come from MAIL_FROM, replies from support@WORKSPACE.DOMAIN. Each domain needs its own SPF record. */
async function examineSpf(ask: AskDns, { senderDomain, inboundDomain }: SenderDomains): Promise<Finding[]> {
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

// Checks whether DKIM keys exist. The name of a key, SELECTOR._domainkey.DOMAIN, is unknown here, because the relay
// chooses SELECTOR. But `_domainkey` exists if any name below it exists (RFC 8020).
async function examineDkim(ask: AskDns, domains: string[]): Promise<Finding[]> {
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

// Checks the DMARC policy for replies, which come from sub-domains. If the policy is on a domain above them, its tag
// `sp=` applies.
async function examineDmarc(ask: AskDns, domain: string): Promise<Finding[]> {
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
