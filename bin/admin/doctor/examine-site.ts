import { request as requestPlain } from 'node:http'
import { request as requestEncrypted } from 'node:https'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { productName } from '#contract/texts.ts'
import type { AskDns } from '#server/platform/mail-authentication/ask-dns.ts'
import { isDataFolderHeld } from '#server/platform/process/instance-lock.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { examineLife } from './examine-certificate.ts'
import { broken, codeOf, doubtful, type Finding, isBroken, open, well } from './finding.ts'
import { isHealthy } from './ports/ask-server.ts'
import { anyLabel, DnsSilent, findAddresses } from './records/look-up.ts'

const limitMs = 8_000

type SiteAnswer = { status: number; body: string; aheadMs: number | null; end: Date | null; mistrust: string | null }

// `aheadMs`: how far the clock of the site is ahead of the clock of this machine. Null if the clocks were not compared.
type SiteExamination = { findings: Finding[]; aheadMs: number | null }

export async function examineSite(settings: Settings, ask: AskDns): Promise<SiteExamination> {
  const { isLocal, rootDomain, publicScheme } = settings
  if (isLocal) return { findings: [], aheadMs: null }
  const host = `${anyLabel()}.${rootDomain}`
  const shown = `${publicScheme}://*.${rootDomain}`
  const address = await findAddress(ask, host)
  if (!address)
    return { findings: [open(`${shown} was not checked, because its address is not known.`)], aheadMs: null }
  try {
    const answer = await visit(settings, host, address)
    return { findings: judge(answer, shown, settings), aheadMs: answer.aheadMs }
  } catch (error) {
    const text = `${shown} does not answer at ${address} (${codeOf(error)}) from this machine. Check that the proxy is running and that no firewall blocks it.`
    return { findings: [doubtful(text)], aheadMs: null }
  }
}

async function findAddress(ask: AskDns, host: string): Promise<string | undefined> {
  try {
    return (await findAddresses(ask, host))[0]
  } catch (error) {
    if (error instanceof DnsSilent) return undefined
    throw error
  }
}

function judge(answer: SiteAnswer, shown: string, { rootDomain, host, port, dataDir }: Settings): Finding[] {
  const findings: Finding[] = []
  if (answer.mistrust) {
    findings.push(
      broken(
        `Browsers do not trust the certificate of ${shown} (${answer.mistrust}). Get a certificate for ${rootDomain} and *.${rootDomain}, and configure the proxy with the full chain.`,
      ),
    )
  } else if (answer.end) findings.push(examineLife(`The certificate of ${shown}`, answer.end))
  if (isHealthy(answer))
    return [...findings, ...(findings.some(isBroken) ? [] : [well(`${shown} reaches a ${productName} server.`)])]
  const text = `${shown}/healthz answered ${answer.status}`
  if (!isDataFolderHeld(dataDir)) return [...findings, open(`${text}. The server is not running.`)]
  const remedy = `Configure the proxy to pass every host below ${rootDomain} to ${host}, port ${port}, with its Host header.`
  return [...findings, broken(`${text}, which is not the answer of this server. ${remedy}`)]
}

function visit({ publicScheme, publicPort }: Settings, host: string, address: string): Promise<SiteAnswer> {
  const isEncrypted = publicScheme === 'https'
  const port = publicPort ?? (isEncrypted ? 443 : 80)
  const headers = { host: publicPort ? `${host}:${publicPort}` : host }
  const options = { host: address, port, path: '/healthz', headers, timeout: limitMs, agent: false as const }
  return new Promise((resolve, reject) => {
    // Reads the answer even if the certificate is untrusted. A finding reports the certificate.
    const asking = isEncrypted
      ? requestEncrypted({ ...options, servername: host, rejectUnauthorized: false })
      : requestPlain(options)
    asking.on('timeout', () => asking.destroy(Object.assign(new Error('No answer'), { code: 'ETIMEDOUT' })))
    asking.on('error', reject)
    asking.on('response', (response) => {
      const trust = readTrust(response.socket)
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        body = (body + text).slice(0, 1_000)
      })
      response.on('error', reject)
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body, aheadMs: aheadBy(response.headers.date), ...trust })
      })
    })
    asking.end()
  })
}

// Returns how far the clock of the site is ahead. Adds half a second, because the `Date` header has only whole seconds.
const aheadBy = (date: string | undefined) => (date ? Date.parse(date) + 500 - Date.now() : null)

function readTrust(socket: Socket): Pick<SiteAnswer, 'end' | 'mistrust'> {
  if (!(socket instanceof TLSSocket)) return { end: null, mistrust: null }
  const { valid_to: end } = socket.getPeerCertificate()
  return { end: end ? new Date(end) : null, mistrust: socket.authorized ? null : String(socket.authorizationError) }
}
