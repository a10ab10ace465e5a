import { Button } from '#web/ui/button/button.tsx'
import { SetupStep } from './setup-step.tsx'
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
        <Button href="/team">Invite a teammate</Button>
      ) : (
        <p className="text-ink-3">An admin invites people.</p>
      )}
    </SetupStep>
    <SetupStep
      title="Send yourself a test ticket"
      isDone={isDone(steps, 'test-ticket')}
      text={`It comes from ${email}, as if a customer had written.`}
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
      isLater
      text="The knowledge base is not built yet. Nothing else waits for it."
    />
  </ol>
)
