import { useEffect, useRef, useState } from 'react'
import { isEmailAddress } from '#contract/email-address.ts'
import type { Suppression, showSuppression } from '#contract/workspace/customers.ts'
import { ask } from '#web/lib/write/ask.ts'

export type SuppressedAddress = { email: string; suppression: Suppression }

const typingMs = 200

/** Of addresses that somebody types, those to which mails rest. Each is asked for once. */
export function useSuppressions(addresses: string[]): SuppressedAddress[] {
  const [found, setFound] = useState<SuppressedAddress[]>([])
  const asked = useRef(new Set<string>())

  async function look(address: string) {
    asked.current.add(address)
    const { answer } = await ask<typeof showSuppression>('GET', '/api/v1/suppression', { query: { address } })
    const suppression = answer?.suppression
    if (suppression) setFound((before) => [...before, { email: address, suppression }])
    // The next change of the addresses tries again.
    if (!answer) asked.current.delete(address)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the addresses are the same when their text is
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const address of addresses) if (isEmailAddress(address) && !asked.current.has(address)) look(address)
    }, typingMs)
    return () => clearTimeout(timer)
  }, [addresses.join(' ')])

  return found.filter(({ email }) => addresses.includes(email))
}
