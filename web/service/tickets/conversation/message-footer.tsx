import { CircleAlert, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import type { acceptStranger, splitMessage, treatAsRequest } from '#contract/messages.ts'
import { ask } from '#web/lib/ask.ts'
import { describeDelivery } from '#web/lib/describe-delivery.ts'
import { Time } from '#web/lib/time.tsx'
import type { Message, Ticket } from '#web/service/tickets/types.ts'
import { ticketHref } from '#web/service/tickets/use-place.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'

type Props = { message: Message; ticket: Ticket; canWrite: boolean }
type Delivery = NonNullable<Message['delivery']>

/** What somebody has to know of a message, or decide about it. Nothing for most of them. */
export function MessageFooter(props: Props) {
  const { delivery, flags } = props.message
  if (delivery?.state === 'retrying') return <Retrying {...delivery} />
  if (delivery?.state === 'failed' || delivery?.state === 'bounced') return <Failed {...delivery} />
  if (!props.canWrite) return null
  if (flags.includes('stranger')) return <Stranger {...props} />
  if (flags.includes('thanks')) return <Thanks {...props} />
  return null
}

/** MessageCard draws its line only where there is a footer. */
export const hasFooter = ({ delivery, flags }: Message, canWrite: boolean) =>
  ['retrying', 'failed', 'bounced'].includes(delivery?.state ?? '') ||
  (canWrite && (flags.includes('stranger') || flags.includes('thanks')))

const Retrying = ({ reason, nextTryAt }: Delivery) => (
  <Line icon={<Icon of={RotateCw} size={14} className="text-amber-ink" />}>
    Not delivered yet{reason && `: ${describeDelivery(reason)}`}.{' '}
    {nextTryAt && (
      <>
        Next try <Time at={nextTryAt} style="moment" />.
      </>
    )}
  </Line>
)

const Failed = ({ reason }: Delivery) => (
  <Line icon={<Icon of={CircleAlert} size={14} className="text-red-ink" />}>
    <span className="text-red-ink">
      <b className="font-semibold">Not delivered.</b> {reason && describeDelivery(reason)}
    </span>
  </Line>
)

function Stranger({ message, ticket }: Props) {
  const navigate = useNavigate()
  const { decide, problem, isBusy } = useDecision(ticket, message)
  const accept = () => decide<typeof acceptStranger>('PUT', 'acceptance')
  async function split() {
    const made = await decide<typeof splitMessage>('POST', 'ticket')
    if (made) navigate(ticketHref(made.id))
  }
  return (
    <Line problem={problem}>
      From someone not on this ticket.
      <span className="ml-auto flex flex-wrap gap-2">
        <Button busy={isBusy} onClick={accept}>
          Add to ticket
        </Button>
        <Button busy={isBusy} onClick={split}>
          Make a new ticket
        </Button>
      </span>
    </Line>
  )
}

function Thanks({ message, ticket }: Props) {
  const { decide, problem, isBusy } = useDecision(ticket, message)
  return (
    <Line problem={problem}>
      Left as it was: looks like a thank-you.
      <Button className="ml-auto" busy={isBusy} onClick={() => decide<typeof treatAsRequest>('DELETE', 'thanks')}>
        It is a request
      </Button>
    </Line>
  )
}

function useDecision(ticket: Ticket, message: Message) {
  const { revalidate } = useRevalidator()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function decide<E extends Endpoint>(method: E['method'], noun: string) {
    setBusy(true)
    const { answer, problem } = await ask<E>(method, `/api/v1/tickets/${ticket.id}/messages/${message.id}/${noun}`)
    setProblem(problem?.detail)
    await revalidate()
    setBusy(false)
    return answer
  }
  return { decide, problem, isBusy }
}

const Line = ({ icon, problem, children }: { icon?: ReactNode; problem?: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">
    {icon}
    {children}
    {problem && (
      <p role="alert" className="w-full text-red-ink">
        {problem}
      </p>
    )}
  </div>
)
