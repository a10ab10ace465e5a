export const statuses = ['new', 'open', 'pending', 'on_hold', 'solved', 'closed'] as const
export const priorities = ['low', 'normal', 'high', 'urgent'] as const
export const ticketTypes = ['question', 'incident', 'problem', 'task'] as const
export const loggedChannels = ['phone', 'chat', 'in_person', 'other'] as const
export const channels = ['email', 'portal', 'agent', ...loggedChannels, 'api', 'import'] as const

/** Customers do not see that a ticket is on hold: `customerStatusLabels` shows "With our team". */
export const teamStatusLabels: Record<(typeof statuses)[number], string> = {
  new: 'New',
  open: 'Open',
  pending: 'Pending',
  on_hold: 'On hold',
  solved: 'Solved',
  closed: 'Closed',
}
export const customerStatusLabels: Record<(typeof statuses)[number], string> = {
  new: 'Received',
  open: 'With our team',
  pending: 'Waiting for you',
  on_hold: 'With our team',
  solved: 'Solved',
  closed: 'Closed',
}

/** Colours of statuses. Amber and red are not among them, because they mark what is late or failing. */
export const statusColors = ['blue', 'teal', 'plum', 'green', 'grey'] as const
