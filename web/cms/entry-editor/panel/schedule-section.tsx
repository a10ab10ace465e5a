import { PlanSection } from '#web/lib/plan/plan-section.tsx'
import type { OpenedProps } from './entry-panel.tsx'

/** When the text shown is published and taken away by itself. */
export function ScheduleSection({ entry, language, actions, canWrite }: OpenedProps) {
  const own = entry.languages.find((one) => one.language === language)
  if (!own) return null
  return (
    <PlanSection
      planned={own}
      publishedAt={own.publishedAt}
      canPlan={canWrite && entry.canPublish}
      onPlan={() => actions.setDialog('schedule')}
      onGiveUp={() => actions.take({ to: 'unplanned', locale: language })}
    />
  )
}
