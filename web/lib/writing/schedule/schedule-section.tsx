import { Time } from '#web/lib/time/time.tsx'
import { useSite } from '#web/lib/use-site.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PanelSection, Property } from '#web/ui/page/side-panel.tsx'
import type { Schedule } from './schedule-dialog.tsx'

type Props = {
  schedule: Schedule
  publishedAt: string | null
  canSchedule: boolean
  onSchedule: () => void
  onCancel: () => void
}

export function ScheduleSection({
  schedule: { publishAt, unpublishAt },
  publishedAt,
  canSchedule,
  onSchedule,
  onCancel,
}: Props) {
  const { workspaceTimeZone: zone } = useSite()
  const isScheduled = publishAt !== null || unpublishAt !== null
  return (
    <PanelSection title="Schedule" action={<span className="text-ink-3">{zone}</span>}>
      {publishedAt && (
        <Property label="Published">
          <Time at={publishedAt} style="moment" zone={zone} />
        </Property>
      )}
      {publishAt && (
        <Property label="Publish at">
          <Time at={publishAt} style="moment" zone={zone} />
        </Property>
      )}
      {unpublishAt && (
        <Property label="Unpublish at">
          <Time at={unpublishAt} style="moment" zone={zone} />
        </Property>
      )}
      {!isScheduled && <p className="text-ink-3">Nothing scheduled.</p>}
      {canSchedule && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button onClick={onSchedule}>{isScheduled ? 'Change…' : 'Schedule…'}</Button>
          {isScheduled && (
            <Button variant="ghost" onClick={onCancel}>
              Cancel schedule
            </Button>
          )}
        </div>
      )}
    </PanelSection>
  )
}
