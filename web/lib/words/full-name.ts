import { shownAddress } from '#contract/shown-address.ts'

type Person = { name: string; surname: string; email: string }

/** A member's name, or the address of one who has not said it yet. */
export const fullName = ({ name, surname, email }: Person) => `${name} ${surname}`.trim() || shownAddress(email)
