import { mostOfCustomer, tooLong, type Written } from '#contract/written.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Customers write less at once than the team, whose limits are those of the contract. */
export function refuseTooLong({ html = '', text = '' }: Written) {
  for (const [field, said] of Object.entries({ html, text })) {
    if (said.length <= mostOfCustomer) continue
    const detail = tooLong(mostOfCustomer)
    throw new Refusal('invalid', { detail, fields: { [field]: detail } })
  }
}
