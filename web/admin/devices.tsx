import { Laptop, Monitor, Smartphone } from 'lucide-react'
import type { z } from 'zod'
import type { endOtherSessions, endSession, Session } from '#contract/session.ts'
import { Time } from '#web/lib/time/time.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'

export type OwnSession = z.output<typeof Session>

/** Where this person is signed in. What is signed out here loses its access with its next call. */
export function Devices({ sessions }: { sessions: OwnSession[] }) {
  const one = useWrite(
    (id: string) => ask<typeof endSession>('DELETE', '/api/v1/sessions/:id', { params: { id }, waits: true }),
    { inTurn: true, done: () => 'That device is signed out' },
  )
  const others = useWrite(() => ask<typeof endOtherSessions>('DELETE', '/api/v1/sessions', { waits: true }), {
    done: () => 'All other devices are signed out',
  })
  const problem = one.problem ?? others.problem

  return (
    <div className="grid max-w-130 justify-items-start gap-3">
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <ul className="w-full border-t border-line">
        {sessions
          .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
          .map((session) => (
            <Device
              key={session.id}
              session={session}
              isEnding={one.underWay.includes(session.id)}
              onEnd={() => one.write(session.id)}
            />
          ))}
      </ul>
      {sessions.length > 1 && (
        <Button busy={others.isPending} onClick={() => others.write()}>
          Sign out of all other devices
        </Button>
      )}
    </div>
  )
}

type DeviceProps = { session: OwnSession; isEnding: boolean; onEnd: () => void }

const Device = ({ session: { device, network, isCurrent, lastSeenAt }, isEnding, onEnd }: DeviceProps) => (
  <li className="flex min-h-13 items-center gap-3 border-b border-line py-1.5">
    <Icon of={iconOf(device)} className="text-ink-3" />
    <div className="min-w-0 flex-1 leading-4">
      <p className="truncate font-[550]">{device}</p>
      <p className="mt-0.5 truncate text-meta text-ink-3">
        {[network, isCurrent && 'this device'].filter(Boolean).join(', ')}
      </p>
    </div>
    <span className="text-ink-3 tabular-nums">{isCurrent ? 'Now' : <Time at={lastSeenAt} />}</span>
    {isCurrent ? (
      <span className="w-19 max-md:hidden" />
    ) : (
      <Button variant="ghost" className="w-19" busy={isEnding} onClick={onEnd}>
        Sign out<VisuallyHidden>{` of ${device}`}</VisuallyHidden>
      </Button>
    )}
  </li>
)

function iconOf(device: string) {
  if (/iphone|ipad|ios|android/i.test(device)) return Smartphone
  return /mac/i.test(device) ? Laptop : Monitor
}
