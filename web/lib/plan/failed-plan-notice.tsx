import type { FailedPlan } from '#contract/writing/failed-plan.ts'
import { Time } from '#web/lib/time/time.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { notAsPlanned } from './not-as-planned.ts'

type Props = {
  failed: Pick<FailedPlan, 'to' | 'at' | 'why'> /** Another plan of the text is left. */
  endsLater: boolean
}

/** Says why readers do not see what was planned. */
export const FailedPlanNotice = ({ failed: { to, at, why }, endsLater }: Props) => (
  <Banner tone="warning" title={`${notAsPlanned[to]}.`}>
    {!endsLater && 'Nothing is planned any more. '}On <Time at={at} style="full" /> this was in the way: {why}
  </Banner>
)
