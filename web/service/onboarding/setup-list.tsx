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

/** What there is to do, in the order in which it makes sense; each step may be done at any time. */
export const SetupList = ({ steps, supportAddress, supportName, isAdmin, email }: Props) => (
  <ol className="border-b border-line">
    <SetupStep
      title="Name and address of your support"
      isDone={isDone(steps, 'support')}
      text="What customers see when you answer, and where they write to."
    >
      <SupportName name={supportName} address={supportAddress} isAdmin={isAdmin} />
    </SetupStep>
    <SetupStep
      title="Invite a teammate"
      isDone={isDone(steps, 'invite')}
      text="Tickets are shared, so whoever is there can answer."
    >
      {isAdmin ? (
        <Button href="/team?invite=1">Invite a teammate</Button>
      ) : (
        <p className="text-ink-3">An admin invites people.</p>
      )}
    </SetupStep>
    <SetupStep
      title="Send yourself a test ticket"
      isDone={isDone(steps, 'test-ticket')}
      text={`It comes from ${shownAddress(email)}, as if a customer had written.`}
    >
      <TestTicket isSent={isDone(steps, 'test-ticket')} />
    </SetupStep>
    <SetupStep
      title="Answer it"
      isDone={isDone(steps, 'answer')}
      text="Your answer goes out by e-mail, and you can answer back from there."
    >
      {isDone(steps, 'test-ticket') && !isDone(steps, 'answer') && (
        <Button href="/service/tickets?view=active">Open the tickets</Button>
      )}
    </SetupStep>
    <SetupStep
      title="Write a first article"
      isDone={isDone(steps, 'article')}
      text="Publish the answer to the question you hear most, and fewer people have to ask it."
    >
      {isAdmin ? (
        <Button href={newArticleHref}>Write an article</Button>
      ) : (
        <p className="text-ink-3">An admin writes articles.</p>
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
