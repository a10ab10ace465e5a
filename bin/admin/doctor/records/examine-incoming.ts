import { broken, codeOf, doubtful, type Finding, open, well } from '#bin/admin/doctor/finding.ts'
import { isOurGreeting, waysToLowPort } from '#bin/admin/doctor/ports/examine-ports.ts'
import { readGreeting } from '#bin/admin/doctor/ports/read-greeting.ts'
import { productName } from '#contract/texts.ts'
import type { AskDns } from '#server/platform/mail-authentication/ask-dns.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { anyLabel, findAddresses, lookUp } from './look-up.ts'

type IncomingMail = { domain: string; settings: Settings; smtpPort: number }

/** Mail for support@WORKSPACE.DOMAIN goes to the MX of each sub-domain, always on port 25. */
export async function examineIncoming(ask: AskDns, incoming: IncomingMail): Promise<Finding[]> {
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
