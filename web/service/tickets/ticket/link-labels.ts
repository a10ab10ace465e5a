import type { shownLinkKinds } from '#contract/tickets/links.ts'

export const linkLabels: Record<(typeof shownLinkKinds)[number], string> = {
  related: 'Related to',
  duplicate_of: 'Duplicate of',
  duplicated_by: 'Duplicated by',
  blocks: 'Blocks',
  blocked_by: 'Blocked by',
  parent_of: 'Parent of',
  child_of: 'Part of',
  incident_of: 'Problem',
  problem_of: 'Incident',
}
