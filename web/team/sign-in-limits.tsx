import type { SignInLimit } from '#contract/workspace/session.ts'
import { Time } from '#web/lib/time/time.tsx'
import { useNow } from '#web/lib/time/use-now.ts'
import { Banner } from '#web/ui/notice/banner.tsx'

export function SignInLimits({ limits }: { limits: SignInLimit[] }) {
  const now = useNow()
  const lasting = limits.filter(({ until }) => Date.parse(until) > now)
  if (lasting.length === 0) return null
  return (
    <Banner tone="warning" title="Sign-in is limited." className="m-2 shrink-0">
      <ul className="max-h-30 overflow-y-auto">
        {lasting.map((limit) => (
          <li key={JSON.stringify(limit)}>
            {whatOf(limit)} until <Time at={limit.until} style="moment" />: {whyOf(limit)}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function whatOf(limit: SignInLimit): string {
  switch (limit.code) {
    case 'codes-of-network':
      return limit.of === 'members'
        ? `No more sign-in codes are sent to members from ${limit.network}`
        : `No more sign-in codes are sent to customers and invited people from ${limit.network}`
    case 'tries-of-network':
      return `No one can enter a sign-in code from ${limit.network}`
    case 'codes-of-person':
      return limit.browsers === 'known'
        ? `${limit.person.name} gets no more sign-in codes in known browsers`
        : `${limit.person.name} gets no more sign-in codes in a new browser`
  }
}

function whyOf(limit: SignInLimit): string {
  switch (limit.code) {
    case 'tries-of-network':
      return `${limit.most} wrong codes in the last hour.`
    case 'codes-of-network':
      return `${limit.most} codes were not used in the last hour. The limit is lifted as codes are used.`
    case 'codes-of-person':
      return `${limit.most} codes were not used in the last ${limit.hours === 1 ? 'hour' : 'day'}.`
  }
}
