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
  </>
)
