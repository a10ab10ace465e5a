import { Time } from '#web/lib/time/time.tsx'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { PanelSection, Property } from '#web/ui/page/side-panel.tsx'

const channels: Record<Ticket['channel'], string> = {
  email: 'E-mail',
  portal: 'Customer portal',
  agent: 'Written by the team',
  phone: 'Phone',
  chat: 'Chat',
  in_person: 'In person',
  other: 'Another way',
  api: 'API',
  import: 'Import',
}

export function DatesSection({ ticket }: { ticket: Ticket }) {
  const { createdAt, waitingSince, firstRepliedAt, solvedAt, closedAt, dueDate, reopenCount, channel } = ticket
  const dates = [
    ['Created', createdAt],
    ['Waiting since', waitingSince],
    ['First reply', firstRepliedAt],
    ['Due', dueDate],
    ['Solved', solvedAt],
    ['Closed', closedAt],
  ] as const
  return (
    <PanelSection title="Dates">
      {dates.map(
        ([label, at]) =>
          at && (
            <Property key={label} label={label}>
              <Time at={at} style="moment" className="tabular-nums" />
            </Property>
          ),
      )}
      {reopenCount > 0 && <Property label="Reopened">{reopenCount === 1 ? 'once' : `${reopenCount} times`}</Property>}
      <Property label="Channel">{channels[channel]}</Property>
    </PanelSection>
  )
}
