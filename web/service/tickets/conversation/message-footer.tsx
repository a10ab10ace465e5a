import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Problem } from '#contract/refusals.ts'
import type { acceptStranger, splitMessage, treatAsRequest } from '#contract/tickets/messages.ts'
import { Time } from '#web/lib/time/time.tsx'
import { describeDelivery } from '#web/lib/words/describe-delivery.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { Member, Message, Ticket } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'

type Props = { message: Message; ticket: Ticket; members: Member[]; canWrite: boolean }
type Delivery = NonNullable<Message['delivery']>

/** Returns the footer of a message. Usually null: then `MessageCard` draws no separating line. */
export function footerOf(props: Props) {
  const { delivery, flags } = props.message
  if (delivery?.state === 'retrying') return <Retrying {...delivery} />
  if (delivery?.state === 'failed' || delivery?.state === 'bounced') return <Failed {...delivery} />
  if (!props.canWrite) return null
  if (flags.includes('stranger')) return <Stranger {...props} />
  return flags.includes('thanks') ? <Thanks {...props} /> : null
}

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

function Stranger({ message, ticket, members }: Props) {
  const navigate = useNavigate()
  const params = { id: ticket.id, messageId: message.id }
  const accept = useWrite(() =>
    ask<typeof acceptStranger>('PUT', '/api/v1/tickets/:id/messages/:messageId/acceptance', { params }),
  )
  const split = useWrite(
    () => ask<typeof splitMessage>('POST', '/api/v1/tickets/:id/messages/:messageId/ticket', { params, body: {} }),
    { onDone: (made) => navigate(ticketHref(made.id)) },
  )
  const colleague = members.find(({ email, status }) => email === message.author.email && status === 'active')
  const isBusy = accept.isPending || split.isPending
  return (
    <Line problem={accept.problem ?? split.problem}>
      {colleague
        ? `This mail came from ${fullName(colleague)}. The customer does not see it.`
        : 'This mail came from somebody who is not on this ticket.'}
      <span className="ml-auto flex flex-wrap gap-2">
        {!colleague && (
          <Button busy={isBusy} onClick={() => accept.write()}>
            Add sender to ticket
          </Button>
        )}
        <Button busy={isBusy} onClick={() => split.write()}>
          Create a new ticket
        </Button>
      </span>
    </Line>
  )
}

function Thanks({ message, ticket }: Props) {
  const params = { id: ticket.id, messageId: message.id }
  const { write, problem, isPending } = useWrite(() =>
    ask<typeof treatAsRequest>('DELETE', '/api/v1/tickets/:id/messages/:messageId/thanks', { params }),
  )
  return (
    <Line problem={problem}>
      The ticket was not reopened, because this message looks like a thank-you.
      <Button className="ml-auto" busy={isPending} onClick={() => write()}>
        Mark as a request
      </Button>
    </Line>
  )
}

const Line = ({ icon, problem, children }: { icon?: ReactNode; problem?: Problem; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">
    {icon}
    {children}
    {problem && (
      <p role="alert" className="w-full text-red-ink">
        {problem.detail}
      </p>
    )}
  </div>
)
