import { runExamination } from '#bin/admin/doctor/doctor.ts'
import type { AskDns } from '#server/platform/mail-authentication/ask-dns.ts'
import { dnsError } from '#server/platform/mail-authentication/ask-dns.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { databaseUrl, settings } from '#test/world.ts'

type ExaminationOptions = {
  variables?: Record<string, string>
  askDns?: AskDns
  smtpPort?: number
  file?: string | null
  mail?: string
}

/**
 * Runs `doctor` for an installation on the database of the tests. `askDns` gives the DNS answers, and no other server
 * is asked.
 */
export async function diagnose({
  variables = {},
  askDns = dnsOf({}),
  smtpPort = 1,
  file = null,
  mail,
}: ExaminationOptions) {
  const all = {
    DATABASE_URL: databaseUrl.owner,
    DATA_DIR: settings.dataDir,
    LOG_LEVEL: 'fatal',
    PORT: '1024',
    INBOUND_SMTP_PORT: '1025',
    ...variables,
  }
  const environment = { variables: all, file, faults: [], warnings: [] }
  const options = mail ? { mail } : {}
  const told = await runExamination({ settings: readSettings(all), environment, words: [], options }, askDns, smtpPort)
  return { told, marked: (mark: string) => told.split('\n').filter((line) => line.startsWith(`${mark} `)) }
}

export type Zone = Record<string, Partial<Record<'A' | 'AAAA' | 'MX' | 'TXT', unknown[]>>>

/** Returns a DNS with the names of `zone`. A name that begins with `*.` answers for any missing name below it. */
export function dnsOf(zone: Zone): AskDns {
  const names = Object.keys(zone)
  return async (name, type) => {
    const isThere = (other: string) => names.some((known) => known === other || known.endsWith(`.${other}`))
    const wildcardOf = (of: string): string | undefined => {
      const above = of.slice(of.indexOf('.') + 1)
      if (!of.includes('.')) return undefined
      if (names.includes(`*.${above}`)) return `*.${above}`
      return isThere(above) ? undefined : wildcardOf(above)
    }
    const found = isThere(name) ? name : wildcardOf(name)
    if (found === undefined) throw dnsError('ENOTFOUND')
    const values = zone[found]?.[type as 'A']
    if (!values) throw dnsError('ENODATA')
    return values as string[]
  }
}
