import type { Question } from './member-question.tsx'
import { type Member, type Role, roleOf } from './members.ts'

export type Desk = { send: (change: Record<string, string>) => void; onAsk: (question: Question) => void }
export type MemberActs = ReturnType<typeof actsOn>

/** What can be done with a member. What takes somebody's access away is asked first. */
export function actsOn(member: Member, isOwn: boolean, { send, onAsk }: Desk) {
  const change = (what: Record<string, string>) => send({ intent: 'change', id: member.id, ...what })
  const ask = (kind: Question['kind']) => () => onAsk({ kind, member })
  return {
    setRole: (role: Role) => (isOwn && role === 'TeamUser' ? ask('step-down')() : change({ role })),
    setHrAdmin: (isHrAdmin: boolean) => change({ isHrAdmin: String(isHrAdmin) }),
    resend: () => send({ intent: 'invite', email: member.email, role: roleOf(member) }),
    reactivate: () => change({ isActive: 'true' }),
    askToDeactivate: ask('deactivate'),
    askToWithdraw: ask('withdraw'),
  }
}
