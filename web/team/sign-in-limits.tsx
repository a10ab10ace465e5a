import type { SignInLimit } from '#contract/workspace/session.ts'
import { Time } from '#web/lib/time/time.tsx'
import { useNow } from '#web/lib/time/use-now.ts'
import { Banner } from '#web/ui/notice/banner.tsx'

/** What keeps people of the workspace from signing in at the moment, a sentence each. */
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
        ? `Members get no more sign-in codes from ${limit.network}`
        : `Customers and invited people get no more sign-in codes from ${limit.network}`
    case 'tries-of-network':
      return `Nobody can enter a sign-in code from ${limit.network}`
    case 'codes-of-person':
      return limit.browsers === 'known'
        ? `${limit.person.name} gets no more sign-in codes in browsers that they have used before`
        : `${limit.person.name} gets no more sign-in codes in a new browser`
  }
}

function whyOf(limit: SignInLimit): string {
  switch (limit.code) {
    case 'tries-of-network':
      return `${limit.most} wrong codes in the last hour.`
    case 'codes-of-network':
      return `${limit.most} codes of the last hour were not used. Each one that is entered makes room.`
    case 'codes-of-person':
      return `${limit.most} codes of the last ${limit.hours === 1 ? 'hour' : 'day'} were not used.`
  }
}
