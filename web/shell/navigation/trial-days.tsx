import { plural } from '#web/lib/words/format.ts'
import type { Viewer } from '#web/shell/viewer.ts'

export function TrialDays({ viewer: { service } }: { viewer: Viewer }) {
  if (service?.state !== 'trial' || service.daysLeft === null) return null
  return (
    <p className="px-2 pb-2 text-meta text-ink-3 md:max-xl:sr-only">
      {service.daysLeft > 0 ? `${plural(service.daysLeft, 'day')} left in the trial` : 'The trial ends today'}
    </p>
  )
}
