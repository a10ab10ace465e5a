import { Time } from '#web/lib/time/time.tsx'
import { useSite } from '#web/lib/use-site.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PanelSection, Property } from '#web/ui/page/side-panel.tsx'
import type { Planned } from './plan-dialog.tsx'

type Props = {
  planned: Planned
  publishedAt: string | null
  canPlan: boolean
  onPlan: () => void
  onGiveUp: () => void
}

/** When a text was published, and when it is and is taken away by itself. */
export function PlanSection({ planned: { publishAt, unpublishAt }, publishedAt, canPlan, onPlan, onGiveUp }: Props) {
  const { workspaceTimeZone: zone } = useSite()
  const isPlanned = publishAt !== null || unpublishAt !== null
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
        <Property label="Take away">
          <Time at={unpublishAt} style="moment" zone={zone} />
        </Property>
      )}
      {!isPlanned && <p className="text-ink-3">Nothing is planned.</p>}
      {canPlan && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button onClick={onPlan}>{isPlanned ? 'Change…' : 'Plan…'}</Button>
          {isPlanned && (
            <Button variant="ghost" onClick={onGiveUp}>
              Give it up
            </Button>
          )}
        </div>
      )}
    </PanelSection>
  )
}
