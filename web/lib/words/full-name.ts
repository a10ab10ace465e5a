import { shownAddress } from '#contract/tickets/shown-address.ts'

type Person = { name: string; surname: string; email: string }

/** A member's name, or the address of one without a name. */
export const fullName = ({ name, surname, email }: Person) => `${name} ${surname}`.trim() || shownAddress(email)

/** The same in pickers and for responsible people, with a mark for those who can no longer sign in. */
export const markedName = (member: Person & { status: string }) =>
  member.status === 'deactivated' ? inactive(fullName(member)) : fullName(member)

/** The name of an owner, reviewer or assignee. Members who are no admins only know the active members. */
export const responsibleName = (
  { id, name }: { id: string; name: string },
  members: readonly { id: string; status: string }[],
) => (members.some((member) => member.id === id && member.status === 'active') ? name : inactive(name))

const inactive = (name: string) => `${name} (inactive)`
