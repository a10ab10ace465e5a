import { shownAddress } from '#contract/tickets/shown-address.ts'
import { Time } from '#web/lib/time/time.tsx'
import { describeDelivery } from '#web/lib/words/describe-delivery.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import type { SuppressedAddress } from './use-suppressions.ts'

type Props = {
  people: SuppressedAddress[]
  isForced: boolean
  onForced: (isForced: boolean) => void
  className?: string
}

/** Who would not be mailed, since earlier mails to them came back, and the way to mail them all the same. */
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
              until <Time at={suppression.until} style="full" />, since earlier mails came back:{' '}
              {describeDelivery(suppression.reason)}
            </>
          )}
        </p>
      ))}
    </Banner>
  )
}
