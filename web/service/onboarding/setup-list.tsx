import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { newArticleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { isDone, type Step } from './setup-steps.ts'
import { SupportName } from './support-name.tsx'
import { TestTicket } from './test-ticket.tsx'

type Props = { steps: Step[]; supportAddress: string; supportName: string; isAdmin: boolean; email: string }

/** The setup steps in a sensible order. Each can be done at any time. */
export const SetupList = ({ steps, supportAddress, supportName, isAdmin, email }: Props) => (
  <ol className="border-b border-line">
    <SetupStep
      title="Support name and address"
      isDone={isDone(steps, 'support')}
      text="The name that customers see, and the address that they write to."
    >
      <SupportName name={supportName} address={supportAddress} isAdmin={isAdmin} />
    </SetupStep>
    <SetupStep
      title="Invite a teammate"
      isDone={isDone(steps, 'invite')}
      text="The team shares all tickets, so anyone can reply."
    >
      {isAdmin ? (
        <Button href="/team?invite=1">Invite a teammate</Button>
      ) : (
        <p className="text-ink-3">Ask an admin to invite people.</p>
      )}
    </SetupStep>
    <SetupStep
      title="Send yourself a test ticket"
      isDone={isDone(steps, 'test-ticket')}
      text={`Sent from ${shownAddress(email)}, like a customer's request.`}
    >
      <TestTicket isSent={isDone(steps, 'test-ticket')} />
    </SetupStep>
    <SetupStep
      title="Reply to it"
      isDone={isDone(steps, 'answer')}
      text="Your reply arrives by e-mail, and you can answer it from your mailbox."
    >
      {isDone(steps, 'test-ticket') && !isDone(steps, 'answer') && (
        <Button href="/service/tickets?view=active">Open tickets</Button>
      )}
    </SetupStep>
    <SetupStep
      title="Write your first article"
      isDone={isDone(steps, 'article')}
      text="Answer your most frequent question, and fewer customers need to ask it."
    >
      {isAdmin ? (
        <Button href={newArticleHref}>Write an article</Button>
      ) : (
        <p className="text-ink-3">Ask an admin to write articles.</p>
      )}
    </SetupStep>
  </ol>
)

type StepProps = { title: string; text: string; isDone: boolean; children?: ReactNode }

function SetupStep({ title, text, isDone, children }: StepProps) {
  const mark = isDone ? CircleCheck : Circle
  return (
    <li className="grid grid-cols-[18px_minmax(0,1fr)] gap-x-3.5 border-t border-line py-4">
      <Icon of={mark} size={18} className={isDone ? 'mt-px text-green-ink' : 'mt-px text-ink-3'} />
      <div>
        <h3 className="flex items-center gap-2 font-semibold">
          {title}
          {isDone && <VisuallyHidden>, done</VisuallyHidden>}
        </h3>
        <p className="text-ink-2">{text}</p>
        {children && <div className="mt-3 empty:hidden">{children}</div>}
      </div>
    </li>
  )
}
