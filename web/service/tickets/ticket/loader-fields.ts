import type { z } from 'zod'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { TicketStatus } from '#contract/tickets/statuses.ts'
import type { Team } from '#contract/tickets/teams.ts'
import type { TicketRow } from '#contract/tickets/tickets.ts'
import type { Member } from '#contract/workspace/team.ts'

// Loaders send only the fields that pages need, because the HTML contains all loaded data.

const pick = <T extends object, K extends keyof T>(from: T, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>

export const ticketRow = ({ requester, ...ticket }: z.output<typeof TicketRow>) => ({
  ...pick(ticket, ['id', 'number', 'subject', 'snippet', 'status', 'priority', 'assignee', 'team', 'tags']),
  ...pick(ticket, ['type', 'channel', 'waitingSince', 'createdAt', 'updatedAt', 'solvedAt', 'isUnread', 'form']),
  ...pick(ticket, ['statusId', 'statusLabel', 'statusColor']),
  requester: requester.name || shownAddress(requester.email),
  companies: ticket.companies.map(({ name }) => name).join(', '),
})

export const ticketStatus = (status: TicketStatus) => pick(status, ['id', 'name', 'category', 'color', 'isDefault'])

export const ticketTeam = (team: Team) => pick(team, ['id', 'name', 'color'])

export const ticketMember = (member: z.output<typeof Member>) =>
  pick(member, ['id', 'name', 'surname', 'email', 'status', 'avatarUrl'])
