import type { z } from 'zod'
import type { Member as MemberAnswer } from '#contract/workspace/team.ts'

export type Member = z.output<typeof MemberAnswer>
export type Role = 'AdminUser' | 'TeamUser'

/** Returns the role that the team page shows. Founders have the role `FreeAdminUser` and are shown as admins. */
export const roleOf = ({ role }: Pick<Member, 'role'>): Role => (role === 'TeamUser' ? 'TeamUser' : 'AdminUser')

export const roleNames: Record<Role, string> = { AdminUser: 'Admin', TeamUser: 'Team member' }

export const statuses = ['active', 'invited', 'deactivated'] as const
export const statusNames = { active: 'Active', invited: 'Invited', deactivated: 'Deactivated' } satisfies Record<
  Member['status'],
  string
>
