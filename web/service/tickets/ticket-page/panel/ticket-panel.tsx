import { useEffect, useState } from 'react'
import { useLater } from '#web/lib/network/use-later.ts'
import { SidePanel } from '#web/ui/page/side-panel.tsx'
import { CustomerSection, RecentTickets } from './customer-section.tsx'
import { DatesSection } from './dates-section.tsx'
import type { PanelProps } from './panel-props.ts'
import { PropertiesSection } from './properties-section.tsx'

export const TicketPanel = (props: PanelProps) => (
  <SidePanel label="Ticket details">
    <PanelContent {...props} hasKeys />
  </SidePanel>
)

/** Beside the conversation, and on phones behind Details. */
export const PanelContent = ({ hasKeys, ...props }: PanelProps & { hasKeys?: boolean }) => (
  <>
    <PropertiesSection {...props} hasKeys={hasKeys} />
    <CustomerSection {...props} />
    <RecentTickets recent={props.recent} />
    <DatesSection ticket={props.ticket} />
    <LaterArticles key={props.ticket.id} {...props} />
  </>
)

const loadArticles = () => import('./articles-section.tsx')
const stayMs = 2000

/** A search for whoever stays at a ticket, and none for each that is passed by keys; it stands last, and so moves nothing. */
function LaterArticles(props: PanelProps) {
  const [isStaying, setStaying] = useState(false)
  const part = useLater(loadArticles, isStaying)
  useEffect(() => {
    const timer = setTimeout(() => setStaying(true), stayMs)
    return () => clearTimeout(timer)
  }, [])
  return part && isStaying ? <part.ArticlesSection {...props} /> : null
}
