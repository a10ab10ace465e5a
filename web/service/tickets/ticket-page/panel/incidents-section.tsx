import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { plural } from '#web/lib/words/format.ts'
import { listHref } from '#web/service/tickets/ticket/views.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import { LinkRows } from './links-section.tsx'
import type { PanelProps } from './panel-props.ts'

const loadDialog = () => import('#web/service/tickets/problems/incident-dialog.tsx')

type Props = Pick<PanelProps, 'ticket' | 'incidents' | 'changes' | 'canWrite'>

/** The incidents of a problem. */
export function IncidentsSection({ ticket, incidents, changes, canWrite }: Props) {
  const [isAdding, setAdding] = useState(false)
  const dialog = useLazyModule(loadDialog, isAdding)
  if (!incidents || (incidents.total === 0 && !canWrite)) return null
  const { items, total, open } = incidents
  const canAdd = canWrite && ticket.status !== 'closed'
  return (
    <PanelSection
      title={total === 0 ? 'Incidents' : `Incidents ${total}`}
      action={canAdd && <IconButton icon={Plus} size="sm" label="Add incidents" onClick={() => setAdding(true)} />}
    >
      {total > 0 && (
        <p className="-mt-1 mb-1.5 text-meta text-ink-3">
          {open === 0 ? 'All are solved' : `${open} of ${plural(total, 'incident')} open`}
        </p>
      )}
      <LinkRows
        label="Incidents"
        ticketId={ticket.id}
        rows={items.map(({ id, ticket }) => ({ id, title: 'Incident', ticket }))}
        canWrite={canWrite}
      />
      {total > items.length && (
        <p className="mt-1.5">
          <TextLink href={listHref({ view: 'all', q: `problem:${ticket.number}` })}>Show all {total}</TextLink>
        </p>
      )}
      {dialog && isAdding && (
        <dialog.IncidentDialog problem={ticket} changes={changes} onClose={() => setAdding(false)} />
      )}
    </PanelSection>
  )
}
