import { doubtful, type Finding, isBroken, open } from '#bin/admin/doctor/finding.ts'
import type { AskDns } from '#server/platform/mail-authentication/ask-dns.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { examineAddresses } from './examine-addresses.ts'
import { examineIncoming } from './examine-incoming.ts'
import { examineDkim, examineDmarc, examineSpf } from './examine-senders.ts'
import { DnsSilent } from './look-up.ts'

/** Compares the DNS records that the domain needs with the existing ones. */
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

/** Without an answer of the DNS the records are not checked. */
async function answered(examine: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await examine()
  } catch (error) {
    if (!(error instanceof DnsSilent)) throw error
    return [open(`${error.message}, so its records were not checked.`)]
  }
}

/** Missing records of a former domain only affect people who still use it. */
const asDoubts = (findings: Finding[]) =>
  findings.map((finding) => (isBroken(finding) ? doubtful(finding.text, finding.remedy) : finding))
