import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { Time } from '#web/lib/time/time.tsx'
import { responsibleName } from '#web/lib/words/full-name.ts'
import { channelLabels } from '#web/service/tickets/ticket/choices.tsx'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Avatar, UnassignedAvatar } from '#web/ui/mark/avatar.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { StatusPill } from '#web/ui/mark/status-pill.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { PanelSection, Property, SidePanel } from '#web/ui/page/side-panel.tsx'
import { CustomerSection, RecentTickets } from './customer-section.tsx'
import { FieldsSection } from './fields-section.tsx'
import { IncidentsSection } from './incidents-section.tsx'
import { LinksSection } from './links-section.tsx'
import { MergedSection } from './merged-section.tsx'
import type { PanelProps } from './panel-props.ts'
import { PropertiesSection } from './properties-section.tsx'

export const TicketPanel = (props: PanelProps) => (
  <SidePanel label="Ticket details">
    <PanelContent {...props} hasKeys />
  </SidePanel>
)

const PanelContent = ({ hasKeys, ...props }: PanelProps & { hasKeys?: boolean }) => (
  <>
    <PropertiesSection {...props} hasKeys={hasKeys} />
    <FieldsSection {...props} />
    <CustomerSection {...props} />
    <MergedSection {...props} />
    <IncidentsSection {...props} />
    <LinksSection {...props} />
    <RecentTickets recent={props.recent} />
    <DatesSection ticket={props.ticket} />
    <LaterArticles key={props.ticket.id} {...props} />
  </>
)

const loadArticles = () => import('./articles-section.tsx')
const stayMs = 2000

// Loads the articles only if the member stays on the ticket for two seconds. The section is the last one, so it moves
// nothing when it appears.
function LaterArticles(props: PanelProps) {
  const [isStaying, setStaying] = useState(false)
  const part = useLazyModule(loadArticles, isStaying)
  useEffect(() => {
    const timer = setTimeout(() => setStaying(true), stayMs)
    return () => clearTimeout(timer)
  }, [])
  return part && isStaying ? <part.ArticlesSection {...props} /> : null
}

function DatesSection({ ticket }: { ticket: Ticket }) {
  const { createdAt, waitingSince, firstRepliedAt, solvedAt, closedAt, dueDate, reopenCount, channel, form } = ticket
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
      <Property label="Channel">{channelLabels[channel]}</Property>
      {form && <Property label="Form">{form.name}</Property>}
    </PanelSection>
  )
}

export function PropertyStrip(props: PanelProps) {
  const [isOpen, setOpen] = useState(false)
  const strip = useRef<HTMLDivElement>(null)
  // The strip is visible only where the panel is not.
  useEffect(() => {
    if (props.solveTries > 0 && strip.current?.offsetParent) setOpen(true)
  }, [props.solveTries])
  const { status, statusLabel, statusColor, assignee } = props.ticket
  return (
    <div ref={strip} className="flex h-11 shrink-0 items-center gap-2.5 border-b border-line px-4 md:hidden">
      <StatusPill status={status} label={statusLabel} color={statusColor} />
      {assignee ? (
        <>
          <Avatar name={assignee.name} hideName />
          <span className="min-w-0 truncate">{responsibleName(assignee, props.members)}</span>
        </>
      ) : (
        <>
          <span aria-hidden>
            <UnassignedAvatar />
          </span>
          <span className="text-ink-3">Unassigned</span>
        </>
      )}
      <Button variant="ghost" className="-mr-2.5 ml-auto" onClick={() => setOpen(true)}>
        Details
        <Icon of={ChevronRight} size={12} />
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Details">
        <div className="pt-1">
          <PanelContent
            {...props}
            onInsert={(article) => {
              setOpen(false)
              props.onInsert(article)
            }}
          />
        </div>
      </Dialog>
    </div>
  )
}
