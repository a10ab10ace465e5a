import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { Time } from '#web/lib/time/time.tsx'
import { plural } from '#web/lib/words/format.ts'
import type { ToldPage } from '#web/service/tickets/ticket/types.ts'
import { listHref } from '#web/service/tickets/ticket/views.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import { LinkRows } from './links-section.tsx'
import type { PanelProps } from './panel-props.ts'

const loadDialog = () => import('#web/service/tickets/problems/incident-dialog.tsx')

const loadReply = () => import('#web/service/tickets/problems/reply-dialog.tsx')
const loadTold = () => import('#web/service/tickets/problems/told-dialog.tsx')

type Props = Pick<
  PanelProps,
  'ticket' | 'incidents' | 'told' | 'fields' | 'customerFields' | 'languages' | 'changes' | 'canWrite'
>
type Opened = 'add' | 'solve' | 'fixed' | 'told'

/** The incidents of a problem. */
export function IncidentsSection({
  ticket,
  incidents,
  told,
  fields,
  customerFields,
  languages,
  changes,
  canWrite,
}: Props) {
  const [opened, setOpened] = useState<Opened>()
  const dialog = useLazyModule(loadDialog, opened === 'add')
  const reply = useLazyModule(loadReply, opened === 'solve' || opened === 'fixed')
  const list = useLazyModule(loadTold, opened === 'told')
  const close = () => setOpened(undefined)
  if (!incidents || (incidents.total === 0 && !canWrite)) return null
  const { items, total, open } = incidents
  const canAdd = canWrite && ticket.status !== 'closed'
  const canTell = canWrite && total > 0 && (ticket.status === 'solved' || ticket.status === 'closed')
  return (
    <PanelSection
      title={total === 0 ? 'Incidents' : `Incidents ${total}`}
      action={canAdd && <IconButton icon={Plus} size="sm" label="Add incidents" onClick={() => setOpened('add')} />}
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
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {canWrite && open > 0 && <Button onClick={() => setOpened('solve')}>Solve all incidents…</Button>}
        {canTell && <Button onClick={() => setOpened('fixed')}>Tell customers it is fixed…</Button>}
      </div>
      {told && <Told {...told} onOpen={() => setOpened('told')} />}
      {dialog && opened === 'add' && <dialog.IncidentDialog problem={ticket} changes={changes} onClose={close} />}
      {reply && (opened === 'solve' || opened === 'fixed') && (
        <reply.ReplyDialog problem={ticket} kind={opened} {...{ fields, customerFields, languages }} onClose={close} />
      )}
      {list && opened === 'told' && <list.ToldDialog problem={ticket} onClose={close} />}
    </PanelSection>
  )
}

/** How many customers were told about the problem, and when. */
const Told = ({ items: [last], customers, waiting, onOpen }: ToldPage & { onOpen: () => void }) => (
  <div className="mt-2 grid justify-items-start gap-1 text-meta text-ink-3 empty:hidden">
    {waiting > 0 && <p>{plural(waiting, 'reply', 'replies')} not sent yet</p>}
    {last && (
      <p>
        {plural(customers, 'customer')} {customers === 1 ? 'was' : 'were'} told, last on{' '}
        <Time at={last.sentAt} style="moment" />
      </p>
    )}
    {last && (
      <Button size="sm" onClick={onOpen}>
        Show who was told
      </Button>
    )}
  </div>
)
