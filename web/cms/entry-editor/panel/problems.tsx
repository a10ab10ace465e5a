import { FaultList } from '#web/fields/form/fault-list.tsx'
import { plural } from '#web/lib/words/format.ts'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import type { OpenedProps } from './entry-panel.tsx'

/** What has to be put right before it is published, as of the last save. */
export function Problems({ entry, model, onGoTo }: OpenedProps) {
  const count = Object.keys(entry.problems).length
  if (count === 0) return null
  return (
    <PanelSection>
      <FaultList
        faults={entry.problems}
        fields={model.fields}
        title={`${plural(count, 'field')} to correct before publishing`}
        onGoTo={onGoTo}
      />
    </PanelSection>
  )
}
