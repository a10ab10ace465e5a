import type { TicketStatus } from '#contract/tickets/statuses.ts'

export const colorNames: Record<TicketStatus['color'], string> = {
  blue: 'Blue',
  teal: 'Petrol',
  plum: 'Plum',
  green: 'Green',
  grey: 'Grey',
}
