import { Time } from '#web/lib/time/time.tsx'
import { describeDelivery } from '#web/lib/words/describe-delivery.ts'
import type { Ticket } from '#web/service/tickets/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import type { Composing } from './use-composer.ts'

/** Who would not be mailed, since earlier mails to them came back. */
export function SuppressedRecipients({ ticket, composer }: { ticket: Ticket; composer: Composing }) {
  const { cc, isForced, setForced } = composer
  const copied = ticket.cc.filter(({ email }) => cc?.includes(email) ?? true)
  const people = [ticket.requester, ...copied].filter(({ suppression }) => suppression)
  if (people.length === 0) return null
  return (
    <Banner
      tone="warning"
      className="mb-2"
      action={
        <Button className="mt-1.5 flex" onClick={() => setForced(!isForced)}>
          {isForced ? 'Do not mail it' : 'Mail it all the same'}
        </Button>
      }
    >
      {people.map(({ email, suppression }) => (
        <p key={email}>
          <b className="font-semibold">{isForced ? `${email} is mailed all the same.` : `${email} is not mailed`}</b>
          {!isForced && (
            <>
              {' '}
              until <Time at={suppression!.until} style="full" />, since earlier mails came back:{' '}
              {describeDelivery(suppression!.reason)}
            </>
          )}
        </p>
      ))}
    </Banner>
  )
}
