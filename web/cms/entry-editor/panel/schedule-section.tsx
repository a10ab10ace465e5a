import { Time } from '#web/lib/time/time.tsx'
import { useSite } from '#web/lib/use-site.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PanelSection, Property } from '#web/ui/page/side-panel.tsx'
import type { OpenedProps } from './entry-panel.tsx'

/** When the text shown is published and taken away by itself. */
export function ScheduleSection({ entry, language, actions, canWrite }: OpenedProps) {
  const { timeZone } = useSite()
  const own = entry.languages.find((one) => one.language === language)
  if (!own) return null
  const isPlanned = own.publishAt !== null || own.unpublishAt !== null
  return (
    <PanelSection title="Schedule" action={<span className="text-ink-3">{timeZone}</span>}>
      {own.publishedAt && (
        <Property label="Published">
          <Time at={own.publishedAt} style="moment" />
        </Property>
      )}
      {own.publishAt && (
        <Property label="Publish at">
          <Time at={own.publishAt} style="moment" />
        </Property>
      )}
      {own.unpublishAt && (
        <Property label="Take away">
          <Time at={own.unpublishAt} style="moment" />
        </Property>
      )}
      {!isPlanned && <p className="text-ink-3">Nothing is planned.</p>}
      {canWrite && entry.canPublish && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button onClick={() => actions.setDialog('schedule')}>{isPlanned ? 'Change…' : 'Plan…'}</Button>
          {isPlanned && (
            <Button variant="ghost" onClick={() => actions.take({ to: 'unplanned', locale: language })}>
              Give it up
            </Button>
          )}
        </div>
      )}
    </PanelSection>
  )
}
