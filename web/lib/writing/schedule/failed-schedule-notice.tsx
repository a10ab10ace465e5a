import type { FailedPlan } from '#contract/writing/failed-plan.ts'
import { Time } from '#web/lib/time/time.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'

export const failureTitles = { publish: 'Scheduled publishing failed', unpublish: 'Scheduled unpublishing failed' }

type Props = { failed: Pick<FailedPlan, 'to' | 'at' | 'why'>; endsLater: boolean }

export const FailedScheduleNotice = ({ failed: { to, at, why }, endsLater }: Props) => (
  <Banner tone="warning" title={`${failureTitles[to]}.`}>
    {!endsLater && 'The schedule is cancelled. '}Reason on <Time at={at} style="full" />: {why}
  </Banner>
)
