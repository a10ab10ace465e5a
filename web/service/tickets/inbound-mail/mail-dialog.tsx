import type { z } from 'zod'
import type { showMailOfMessage } from '#contract/tickets/messages.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { Time } from '#web/lib/time/time.tsx'
import { ask } from '#web/lib/write/ask.ts'
import type { Message, Ticket } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Spinner } from '#web/ui/mark/spinner.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { describeAuthentication, describeDecision, describeEvidence } from './describe-mail.ts'

type Mail = z.output<typeof showMailOfMessage.answer>
type Props = { open: boolean; onClose: () => void; message: Message; ticket: Ticket }

export const MailDialog = ({ open, onClose, ...rest }: Props) => (
  <Dialog open={open} onClose={onClose} title="Why is this mail here?" size="md">
    <MailDetails {...rest} onClose={onClose} />
  </Dialog>
)

function MailDetails({ message, ticket, onClose }: Omit<Props, 'open'>) {
  const params = { id: message.ticketId, messageId: message.id }
  const { answer: mail, problem } = useAnswer(`${ticket.id} ${message.id}`, (signal) =>
    ask<typeof showMailOfMessage>('GET', '/api/v1/tickets/:id/messages/:messageId/mail', { params, signal }),
  )

  return (
    <>
      <DialogBody>
        {problem && (
          <p role="alert" className="text-red-ink">
            {problem}
          </p>
        )}
        {!mail && !problem && <Spinner />}
        {mail && <MailFacts mail={mail} />}
      </DialogBody>
      <DialogFooter
        note={
          mail?.sourceUrl && (
            <a
              href={mail.sourceUrl}
              target="_blank"
              rel="noreferrer"
              className="rounded-xs font-medium text-accent-ink hover:underline"
            >
              Show the source
            </a>
          )
        }
      >
        <Button size="md" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </>
  )
}

const MailFacts = ({
  mail: { decision, evidence, authentication, address, envelopeFrom, receivedAt, originalUrl },
}: {
  mail: Mail
}) => (
  <>
    <div>
      <p className="font-medium">{describeDecision(decision)}</p>
      <ul className="mt-1 grid list-disc gap-1 pl-5 text-ink-2">
        {[...evidence.map(describeEvidence), ...(authentication ? describeAuthentication(authentication) : [])].map(
          (line) => (
            <li key={line}>{line}</li>
          ),
        )}
      </ul>
    </div>
    <dl className="grid grid-cols-[84px_minmax(0,1fr)] gap-y-1.5">
      <dt className="text-ink-3">Sent to</dt>
      <dd className="break-words">{address}</dd>
      <dt className="text-ink-3">Sender</dt>
      <dd className="break-words">{shownAddress(envelopeFrom) || 'none (a notice by a mail server)'}</dd>
      <dt className="text-ink-3">Received</dt>
      <dd>
        <Time at={receivedAt} style="full" />
      </dd>
    </dl>
    {originalUrl && (
      <iframe
        title="The mail as it was sent"
        src={originalUrl}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="h-80 w-full rounded-md border border-line bg-white"
      />
    )}
  </>
)
