import { Laptop, Monitor, Smartphone } from 'lucide-react'
import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { z } from 'zod'
import type { Session } from '#contract/session.ts'
import { Time } from '#web/lib/time.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { useToast } from '#web/ui/notice/toast.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { ProfileAnswer } from './change-profile.ts'

export type OwnSession = z.output<typeof Session>

/** Where this person is signed in. What is signed out here loses its access with its next call. */
export function Devices({ sessions }: { sessions: OwnSession[] }) {
  const { data, state, formData, submit } = useFetcher<ProfileAnswer>()
  const showToast = useToast()
  const ending = state === 'idle' ? undefined : (formData?.get('id') ?? 'others')

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (data?.done) showToast({ text: data.done })
  }, [data?.at])

  return (
    <div className="grid max-w-130 justify-items-start gap-3">
      {data?.problem && <Banner tone="danger">{data.problem.detail}</Banner>}
      <ul className="w-full border-t border-line">
        {sessions
          .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
          .map((session) => (
            <Device
              key={session.id}
              session={session}
              isEnding={ending === session.id}
              onEnd={() => submit({ intent: 'end-session', id: session.id }, { method: 'post' })}
            />
          ))}
      </ul>
      {sessions.length > 1 && (
        <Button busy={ending === 'others'} onClick={() => submit({ intent: 'end-others' }, { method: 'post' })}>
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
