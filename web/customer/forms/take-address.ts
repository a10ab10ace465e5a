import { redirect } from 'react-router'
import type { PageApi } from '#contract/pages.ts'
import { askForAddressChange, changeAddress } from '#contract/workspace/address-change.ts'
import { isByScript } from '#web/lib/write/once.ts'
import { typedAgain } from './posted-form.ts'

/**
 * Result of a step in the form that changes the e-mail address. `address`: the new address, once the codes were sent.
 * `faults`: the problems with the codes.
 */
export type AddressAnswer = {
  intent: string
  problem: string | null
  typed?: ReturnType<typeof typedAgain>
  address?: string
  faults?: Record<string, string>
}

export async function takeAddress(api: PageApi, form: FormData): Promise<AddressAnswer> {
  const read = (name: string) => String(form.get(name) ?? '').trim()
  const [intent, address] = [read('intent'), read('address')]
  if (intent === 'ask-address') {
    const { problem } = await api.attempt(askForAddressChange, { body: { email: address } })
    if (!problem) return { intent, problem: null, address }
    return { intent, problem: problem.fields?.email ?? problem.detail, typed: typedAgain(form) }
  }
  const body = { oldCode: read('oldCode'), newCode: read('newCode') }
  const { problem } = await api.attempt(changeAddress, { body })
  if (problem) return { intent, problem: problem.detail, address, ...(problem.fields && { faults: problem.fields }) }
  if (!isByScript(form)) throw redirect('/customer/dashboard')
  return { intent, problem: null }
}
