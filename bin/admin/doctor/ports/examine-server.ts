import { broken, doubtful, type Finding, open, well } from '#bin/admin/doctor/finding.ts'
import type { Trouble } from '#server/operations/readiness.ts'
import { trustLine } from '#server/operations/watch-forwarding.ts'
import { isDataFolderHeld } from '#server/platform/process/instance-lock.ts'
import type { Settings } from '#server/settings.ts'
import { askServer } from './ask-server.ts'

type Readiness = { ok?: boolean; degraded?: Trouble[]; untrustedProxies?: string[] }

/** What the running server says of itself. */
export async function examineServer(settings: Settings): Promise<Finding[]> {
  if (!isDataFolderHeld(settings.dataDir)) return [open('The server does not run now.')]
  const answer = await askServer(settings, '/readyz')
  const readiness = read(answer?.body)
  if (!answer || !readiness)
    return [broken(`The server runs and does not answer at port ${settings.port}. Look into its log.`)]
  const { ok, degraded = [], untrustedProxies = [] } = readiness
  return [
    ok
      ? well('The server runs and is ready.')
      : broken('The server runs and is not ready: it can neither read its database nor queue jobs. Look into its log.'),
    // Of a copy it is told already, and meant.
    ...degraded
      .filter((trouble) => settings.isSending || trouble !== 'sending-off')
      .map((trouble) => broken(troubles[trouble])),
    ...untrustedProxies.map((address) =>
      doubtful(
        `In the last hour the server ignored X-Forwarded-For from ${address}, which TRUSTED_PROXIES does not name. If that is your proxy, all its visitors share one limit and lock each other out. Set this and start again:`,
        [trustLine(settings.trustedProxies, address)],
      ),
    ),
  ]
}

const troubles: Record<Trouble, string> = {
  'disk-full': 'The server says that its disk is full, below LEAST_FREE_DISK_MB. Make room.',
  'relay-down':
    'The server says that the relay has taken no mail for ten minutes. What is said of the relay here tells why.',
  'sending-off':
    'The running server sends nothing: it was started with SENDING=off. Start it without, unless it is a copy.',
}

function read(body = ''): Readiness | null {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
