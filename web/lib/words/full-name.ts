import { shownAddress } from '#contract/tickets/shown-address.ts'

type Person = { name: string; surname: string; email: string }

export const fullName = ({ name, surname, email }: Person) => `${name} ${surname}`.trim() || shownAddress(email)

export const markedName = (member: Person & { status: string }) =>
  member.status === 'deactivated' ? inactive(fullName(member)) : fullName(member)

/** Adds "(inactive)" unless the person is an active member. Only admins get inactive people in `members`. */
export const responsibleName = (
  { id, name }: { id: string; name: string },
  members: readonly { id: string; status: string }[],
) => (members.some((member) => member.id === id && member.status === 'active') ? name : inactive(name))

const inactive = (name: string) => `${name} (inactive)`
