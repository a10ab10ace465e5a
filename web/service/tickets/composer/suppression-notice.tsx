import { useEffect, useRef, useState } from 'react'
import { isEmailAddress } from '#contract/email-address.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { Suppression, showSuppression } from '#contract/workspace/customers.ts'
import { Time } from '#web/lib/time/time.tsx'
import { describeDelivery } from '#web/lib/words/describe-delivery.ts'
import { ask } from '#web/lib/write/ask.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'

type Props = {
  people: SuppressedAddress[]
  isForced: boolean
  onForced: (isForced: boolean) => void
  className?: string
}

export function SuppressionNotice({ people, isForced, onForced, className }: Props) {
  if (people.length === 0) return null
  return (
    <Banner
      tone="warning"
      className={className}
      action={
        <Button className="mt-1.5 flex" onClick={() => onForced(!isForced)}>
          {isForced ? 'Do not send mail' : 'Send mail anyway'}
        </Button>
      }
    >
      {people.map(({ email, suppression }) => (
        <p key={email}>
          <b className="font-semibold">
            {isForced ? `${shownAddress(email)} receives mail anyway.` : `${shownAddress(email)} receives no mail`}
          </b>
          {!isForced && (
            <>
              {' '}
              until <Time at={suppression.until} style="full" />, because earlier mails came back:{' '}
              {describeDelivery(suppression.reason)}
            </>
          )}
        </p>
      ))}
    </Banner>
  )
}

type SuppressedAddress = { email: string; suppression: Suppression }

const typingMs = 200

export function useSuppressions(addresses: string[]): SuppressedAddress[] {
  const [found, setFound] = useState<SuppressedAddress[]>([])
  const asked = useRef(new Set<string>())

  async function look(address: string) {
    asked.current.add(address)
    const { answer } = await ask<typeof showSuppression>('GET', '/api/v1/suppression', { query: { address } })
    const suppression = answer?.suppression
    if (suppression) setFound((before) => [...before, { email: address, suppression }])
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
