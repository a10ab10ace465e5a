import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { operatorName } from '#bin/admin/command.ts'
import { broken, doubtful, type Finding, well } from '#bin/admin/doctor/finding.ts'
import { productName } from '#contract/texts.ts'
import { errorCode } from '#server/platform/error-code.ts'
import { findHolder, isDataFolderHeld } from '#server/platform/process/instance-lock.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { askServer, isHealthy, reachableAt, readGreeting } from './ask-server.ts'

type ListeningPort = {
  name: string
  port: number
  host: string
  /** Whether a server of this product answers on this port. It need not be the server of this installation. */
  answers(): Promise<boolean>
}

export async function examinePorts(settings: Settings): Promise<Finding[]> {
  const { host, port, inboundSmtpHost, inboundSmtpPort, roles, isSending } = settings
  const web: ListeningPort = {
    name: 'PORT',
    port,
    host,
    answers: () => askServer(settings, '/healthz').then(isHealthy),
  }
  const mail: ListeningPort = {
    name: 'INBOUND_SMTP_PORT',
    port: inboundSmtpPort,
    host: inboundSmtpHost,
    answers: () => readGreeting(reachableAt(inboundSmtpHost), inboundSmtpPort).then(isOurGreeting, () => false),
  }
  const isRunning = isDataFolderHeld(settings.dataDir)
  const holder = findHolder(settings.dataDir)
  const findings = []
  for (const each of roles.has('mail') && isSending ? [web, mail] : [web]) {
    const isServed = isRunning && (await each.answers()) && (holder === null || holdsPort(holder, each.port) !== false)
    findings.push(
      isServed
        ? well(`${each.name} ${each.port} is served by the running server.`)
        : await examinePort(each, isRunning),
    )
  }
  return findings
}

export const isOurGreeting = (greeting: string) => greeting.includes(productName)

async function examinePort({ name, port, host }: ListeningPort, isRunning: boolean): Promise<Finding> {
  const code = await tryToListen(port, host)
  if (code === 'EADDRINUSE') {
    return broken(`${name} ${port} is taken by another program. Stop it, or set ${name} to a free port. To find it:`, [
      `ss -ltnp 'sport = :${port}'`,
    ])
  }
  if (code === 'EACCES') {
    return broken(
      `${name} ${port} can't be opened by ${operatorName()}, because ports below 1024 require a privilege. Use one of these ways:`,
      waysToLowPort(name, port),
    )
  }
  if (code === 'EADDRNOTAVAIL')
    return broken(
      `${host} is not an address of this machine, so ${name} ${port} can't be opened. Set ${hostSetting(name)} to one of its addresses.`,
    )
  if (code)
    return broken(`${name} ${port} can't be opened on ${host} (${code}). Check ${name} and ${hostSetting(name)}.`)
  if (isRunning)
    return doubtful(
      `${name} ${port} is free, although the server is running: it was started with other settings. Restart it.`,
    )
  return well(`${name} ${port} is free.`)
}

const hostSetting = (name: string) => (name === 'PORT' ? 'HOST' : 'INBOUND_SMTP_HOST')

export const waysToLowPort = (name: string, port: number) => [
  `systemd    CapabilityBoundingSet=CAP_NET_BIND_SERVICE and AmbientCapabilities=CAP_NET_BIND_SERVICE in the unit, and ${name}=${port}`,
  `setcap     setcap cap_net_bind_service=+ep ${process.execPath} (again after each update of Node.js), and ${name}=${port}`,
  `authbind   install -o ${operatorName()} -m 500 /dev/null /etc/authbind/byport/${port}, then authbind --deep npm start, and ${name}=${port}`,
]

function tryToListen(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'EUNKNOWN'))
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
}

/** Whether a process listens on a port, by its open files in Linux's `/proc`. Null if this cannot be determined. */
function holdsPort(pid: number, port: number): boolean | null {
  const inodes = ['tcp', 'tcp6'].flatMap((family) => listenersIn(read(`/proc/net/${family}`), port))
  const files = listFiles(pid)
  if (inodes.length === 0 || files === null) return null
  return files.some((file) => inodes.some((inode) => file === `socket:[${inode}]`))
}

const listening = '0A'

const listenersIn = (table: string, port: number): string[] =>
  table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    return state === listening && Number.parseInt(local.split(':')[1] ?? '', 16) === port ? [inode] : []
  })

function listFiles(pid: number): string[] | null {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).map((name) => targetOf(`${folder}/${name}`))
  } catch {
    return null
  }
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ''
    throw error
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
