import { shownAddress } from '#contract/tickets/shown-address.ts'

type Person = { name: string; surname: string; email: string }

/** A member's name, or the address of one who has not said it yet. */
export const fullName = ({ name, surname, email }: Person) => `${name} ${surname}`.trim() || shownAddress(email)

/** The same where they are chosen or named as responsible: who cannot sign in any more is marked. */
export const markedName = (member: Person & { status: string }) =>
  member.status === 'deactivated' ? inactive(fullName(member)) : fullName(member)

/** What whoever keeps, reviews or is assigned to something is called. Who is no admin knows the active members alone. */
export const responsibleName = (
  { id, name }: { id: string; name: string },
  members: readonly { id: string; status: string }[],
) => (members.some((member) => member.id === id && member.status === 'active') ? name : inactive(name))

const inactive = (name: string) => `${name} (inactive)`
