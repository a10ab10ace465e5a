import { Laptop, Monitor, Smartphone } from 'lucide-react'
import type { z } from 'zod'
import type { Session } from '#contract/workspace/session.ts'
import { Time } from '#web/lib/time/time.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'

export type DeviceSession = z.output<typeof Session>

type Props = { sessions: DeviceSession[]; isEnding: (id: string) => boolean; onEnd: (id: string) => void }

export const DeviceList = ({ sessions, isEnding, onEnd }: Props) => (
  <ul className="w-full border-t border-line">
    {sessions
      .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
      .map((session) => (
        <Device key={session.id} session={session} isEnding={isEnding(session.id)} onEnd={() => onEnd(session.id)} />
      ))}
  </ul>
)

type DeviceProps = { session: DeviceSession; isEnding: boolean; onEnd: () => void }

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
