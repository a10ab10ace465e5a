import { keysOf } from '#contract/keys-of.ts'
import type { SenderCheck } from '#contract/tickets/mail-decisions.ts'
import type { MailHeader } from '#server/platform/mail-parsing/parse-mail.ts'
import { domainOf } from './read-author.ts'

const mostHeaders = 20
const mostChecks = 20
const mostOfHeader = 4096

export function readResults(headers: MailHeader[], authservIds: string[], from: string): SenderCheck[] | null {
  const written = headers
    .filter(({ name }) => name === 'authentication-results')
    .slice(0, mostHeaders)
    .map(({ value }) => splitResults(value.slice(0, mostOfHeader)))
    .filter(([authservId = '']) => authservIds.includes(authservId.trim().split(/\s/)[0]!.toLowerCase()))
  if (written.length === 0) return null
  const checks = written.flatMap(([, ...results]) => results.flatMap(readCheck))
  return checks.filter(({ method, domain }) => method !== 'dmarc' || domain === domainOf(from)).slice(0, mostChecks)
}

function splitResults(value: string): string[] {
  const parts = ['']
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < value.length; at++) {
    const sign = value[at]!
    const isEscape = sign === '\\' && (isQuoted || depth > 0)
    if (isEscape) at++
    else if (sign === '"' && depth === 0) isQuoted = !isQuoted
    else if (sign === '(' && !isQuoted) depth++
    else if (sign === ')' && depth > 0) depth--
    else if (depth === 0 && sign === ';' && !isQuoted) parts.push('')
    else if (depth === 0) parts[parts.length - 1] += isQuoted && /[\s=;]/.test(sign) ? '_' : sign
  }
  return parts
}

const namedBy = { dkim: ['header.d', 'header.i'], spf: ['smtp.mailfrom', 'smtp.helo'], dmarc: ['header.from'] }

function readCheck(part: string): SenderCheck[] {
  const [, name, result] = /^\s*(dkim|spf|dmarc)(?:\s*\/\s*\d+)?\s*=\s*([a-z]+)/i.exec(part) ?? []
  const method = keysOf(namedBy).find((one) => one === name?.toLowerCase())
  if (!method || !result) return []
  const properties = new Map(
    [...part.matchAll(/\b([a-z]{1,20}\.[a-z_-]{1,20})\s*=\s*(\S{1,320})/gi)].map(([, key, value]) => [
      key!.toLowerCase(),
      value!,
    ]),
  )
  const named = namedBy[method].map((key) => properties.get(key)).find(Boolean)
  const domain = domainOf(named ?? '')
  if (!/^[a-z0-9._-]{1,253}$/.test(domain)) return []
  return [{ method, result: resultOf(method, result.toLowerCase()), domain }]
}

/** Maps a result word of RFC 8601 (section 2.7) or of the mailauth library to the result of a check. */
export function resultOf(method: SenderCheck['method'], word: string): SenderCheck['result'] {
  if (word === 'pass') return 'pass'
  if (word === 'temperror') return 'unanswered'
  if (word === 'fail' || word === 'softfail') return 'fail'
  return method === 'dkim' && word !== 'none' ? 'fail' : 'none'
}
