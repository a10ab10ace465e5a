import { Circle, CircleCheck } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type sendTestTicket, showOnboarding } from '#contract/overview/onboarding.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { type changeWorkspace, showWorkspace } from '#contract/workspace/settings.ts'
import { api } from '#web/lib/api.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFault } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { newArticleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { requireService } from '#web/service/require-service.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { Route } from './+types/onboarding.ts'
import { isDone, type Step } from './setup-notice.tsx'

export const meta = () => [{ title: 'Set up Service · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { isAdmin, email } = await requireService(context)
  const { call } = context.get(api)
  const [{ steps, supportAddress }, { supportName }] = await Promise.all([
    call(showOnboarding, {}),
    call(showWorkspace, {}),
  ])
  return { steps, supportAddress, supportName, isAdmin, email }
}

export default function Onboarding({ loaderData }: Route.ComponentProps) {
  useLiveReload()
  const { steps } = loaderData
  const done = steps.filter(({ isDone }) => isDone).length
  const isAllDone = done === steps.length
  return (
    <>
      <PageBar
        title="Set up Service"
        actions={
          !isAllDone && (
            <Button variant="ghost" href="/service/dashboard">
              Finish later
            </Button>
          )
        }
      />
      <ScrollArea>
        <div className="mx-auto w-full max-w-160 px-4 pt-8 pb-12 md:px-8 md:pt-12">
          <Heading isAllDone={isAllDone} />
          <div className="mt-5 mb-4 flex items-center gap-3">
            <ProgressBar label="Setup" value={done} max={steps.length} className="flex-1" />
            <span className="text-meta text-ink-3 tabular-nums">
              {done} of {steps.length} steps done
            </span>
          </div>
          <SetupList {...loaderData} />
          {isAllDone && (
            <Button variant="primary" size="lg" className="mt-6" href="/service/dashboard">
              Go to the dashboard
            </Button>
          )}
        </div>
      </ScrollArea>
    </>
  )
}

const Heading = ({ isAllDone }: { isAllDone: boolean }) => (
  <>
    <h2 className="text-head font-semibold">{isAllDone ? 'Service is set up' : 'Set up in a few minutes'}</h2>
    <p className="mt-1 text-body text-ink-2">
      {isAllDone
        ? 'You replied to a ticket and wrote an article. You are ready for customers.'
        : 'You can stop at any time and continue from the dashboard.'}
    </p>
  </>
)

type Props = { steps: Step[]; supportAddress: string; supportName: string; isAdmin: boolean; email: string }

const SetupList = ({ steps, supportAddress, supportName, isAdmin, email }: Props) => (
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
      text={`The ticket is sent from ${shownAddress(email)}, like a request of a customer.`}
    >
      <TestTicket isSent={isDone(steps, 'test-ticket')} />
    </SetupStep>
    <SetupStep
      title="Reply to the test ticket"
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

function TestTicket({ isSent }: { isSent: boolean }) {
  const [ticketId, setTicketId] = useState<string>()
  const { write, isPending, problem } = useWrite(
    () => ask<typeof sendTestTicket>('POST', '/api/v1/service-onboarding/test-ticket', { waits: true }),
    { onAnswer: ({ id }) => setTicketId(id) },
  )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button busy={isPending} onClick={() => write()}>
        {isSent ? 'Send another' : 'Send a test ticket'}
      </Button>
      {ticketId && <Button href={ticketHref(ticketId)}>Open ticket</Button>}
      <span role="alert" className="text-meta text-red-ink">
        {problem?.detail}
      </span>
    </div>
  )
}

const SupportName = ({ name, address, isAdmin }: { name: string; address: string; isAdmin: boolean }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    {isAdmin ? (
      <NameForm name={name} />
    ) : (
      <p>
        Replies are sent as “your name via <b className="font-[550]">{name}</b>”.
      </p>
    )}
    <div>
      <p className="text-ink-3">Customers write to</p>
      <p className="flex items-center gap-1">
        <b className="min-w-0 font-[550] wrap-anywhere">{address}</b>
        <CopyButton text={address} label="Copy address" />
      </p>
    </div>
  </div>
)

function NameForm({ name }: { name: string }) {
  const [isSaved, setSaved] = useState(false)
  const { write, isPending, problem } = useWrite(
    (supportName: string) =>
      ask<typeof changeWorkspace>('PATCH', '/api/v1/workspace', { body: { supportName }, waits: true }),
    { onDone: () => setSaved(true) },
  )

  const fault = useFault(problem, problem?.fields?.supportName ?? problem?.detail)

  const form = useFocusOnFault(problem)

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setSaved(false)
    write(String(new FormData(event.currentTarget).get('supportName')))
  }

  return (
    <form ref={form} onSubmit={save} noValidate className="flex flex-wrap items-start gap-x-2 gap-y-3">
      <Field
        label="Support name"
        {...fault}
        onChanged={() => {
          fault.onChanged()
          setSaved(false)
        }}
        valid={isSaved && !isPending && 'Saved'}
        className="w-72 max-w-full"
      >
        <Input name="supportName" defaultValue={name} maxLength={120} autoComplete="off" />
      </Field>
      <Button type="submit" size="md" className="sm:mt-6.5" busy={isPending}>
        Save name
      </Button>
    </form>
  )
}
