import { shownAddress } from '#contract/tickets/shown-address.ts'

type Named = { name: string; emails: { address: string }[] }

/** Returns the name of a customer, or the primary address of a customer without a name. */
export const nameOf = ({ name, emails }: Named) => name || shownAddress(emails[0]?.address ?? '')
