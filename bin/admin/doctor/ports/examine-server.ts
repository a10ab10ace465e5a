import { broken, doubtful, type Finding, open, well } from '#bin/admin/doctor/finding.ts'
import type { Trouble } from '#server/operations/health/readiness.ts'
import { trustLine } from '#server/operations/health/watch-forwarding.ts'
import { parseJson } from '#server/platform/parse-json.ts'
import { isDataFolderHeld } from '#server/platform/process/instance-lock.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { askServer } from './ask-server.ts'

type Readiness = { ok?: boolean; degraded?: Trouble[]; untrustedProxies?: string[] }

export async function examineServer(settings: Settings): Promise<Finding[]> {
  if (!isDataFolderHeld(settings.dataDir)) return [open('The server is not running.')]
  const answer = await askServer(settings, '/readyz')
  const readiness = parseJson(answer?.body ?? '') as Readiness | null | undefined
  if (!answer || !readiness)
    return [broken(`The server is running but does not answer on port ${settings.port}. Check its log.`)]
  const { ok, degraded = [], untrustedProxies = [] } = readiness
  return [
    ok
      ? well('The server is running and ready.')
      : broken("The server is running but not ready: it can't use its database or queue jobs. Check its log."),
    // Leaves out `sending-off` if SENDING is off, because a warning about the settings already says it.
    ...degraded
      .filter((trouble) => settings.isSending || trouble !== 'sending-off')
      .map((trouble) => broken(troubles[trouble])),
    ...untrustedProxies.map((address) =>
      doubtful(
        `In the last hour, the server ignored X-Forwarded-For from ${address}, which is not in TRUSTED_PROXIES. If this is your proxy, all its visitors share one rate limit. Set this and restart the server:`,
        [trustLine(settings.trustedProxies, address)],
      ),
    ),
  ]
}

const troubles: Record<Trouble, string> = {
  'disk-full': 'The disk of the running server is full: less than LEAST_FREE_DISK_MB is free. Free disk space.',
  'relay-down':
    'The relay has accepted no mail from the running server for ten minutes. The check of the relay shows the reason.',
  'sending-off':
    'The running server sends no mail: it was started with SENDING=off. Restart it without that setting, unless it is a copy.',
}
