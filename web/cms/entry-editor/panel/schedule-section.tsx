import { ScheduleSection as SharedScheduleSection } from '#web/lib/writing/schedule/schedule-section.tsx'
import type { OpenedProps } from './entry-panel.tsx'

export function ScheduleSection({ entry, language, actions, canWrite }: OpenedProps) {
  const own = entry.languages.find((one) => one.language === language)
  if (!own) return null
  return (
    <SharedScheduleSection
      schedule={own}
      publishedAt={own.publishedAt}
      canSchedule={canWrite && entry.canPublish}
      onSchedule={() => actions.setDialog('schedule')}
      onCancel={() => actions.take({ to: 'unplanned', locale: language })}
    />
  )
}
