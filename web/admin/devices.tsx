import type { endOtherSessions, endSession } from '#contract/workspace/session.ts'
import { DeviceList, type DeviceSession } from '#web/lib/devices/device-list.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'

/** The sessions of the viewer. A session that is ended here loses access with its next request. */
export function Devices({ sessions }: { sessions: DeviceSession[] }) {
  const one = useWrite(
    (id: string) => ask<typeof endSession>('DELETE', '/api/v1/sessions/:id', { params: { id }, waits: true }),
    { inTurn: true, done: () => 'Device signed out' },
  )
  const others = useWrite(() => ask<typeof endOtherSessions>('DELETE', '/api/v1/sessions', { waits: true }), {
    done: () => 'All other devices signed out',
  })
  const problem = one.problem ?? others.problem

  return (
    <div className="grid max-w-130 justify-items-start gap-3">
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <DeviceList sessions={sessions} isEnding={(id) => one.underWay.includes(id)} onEnd={one.write} />
      {sessions.length > 1 && (
        <Button busy={others.isPending} onClick={() => others.write()}>
          Sign out of all other devices
        </Button>
      )}
    </div>
  )
}
