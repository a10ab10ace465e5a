import { AtSign, Inbox, MessagesSquare } from 'lucide-react'
import { redirect, useNavigation } from 'react-router'
import { mailtoOf } from '#contract/email-address.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { isAdminRole } from '#contract/workspace/admin-role.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { startServiceTrial } from '#contract/workspace/settings.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { plural } from '#web/lib/words/format.ts'
import { PostForm } from '#web/lib/write/post-form.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/start-trial.ts'

export const meta = () => [{ title: 'Start Service · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const { service, isAdmin } = await call(showViewer, {})
  if (service?.state !== 'not-started') throw redirect('/service/dashboard')
  const admins = isAdmin ? [] : (await call(listMembers, { query: {} })).items.filter(({ role }) => isAdminRole(role))
  return { days: service.daysLeft, isAdmin, admins }
}

export async function action({ context }: Route.ActionArgs) {
  const { problem } = await context.get(api).attempt(startServiceTrial, {})
  if (problem) return { problem: problem.detail }
  throw redirect('/service/onboarding')
}

export default function StartTrial({ loaderData: { days, isAdmin, admins }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageBar title="Service" />
      <ScrollArea>
        <div className="mx-auto w-full max-w-130 px-4 py-8 md:px-8 md:pt-16 md:pb-12">
          <h2 className="mb-1.5 text-head font-semibold">Answer your customers from one place</h2>
          <p className="text-body text-ink-2">
            {days ? `Service is free to try for ${plural(days, 'day')}. ` : ''}
            Customer messages always arrive, and nothing is deleted when the trial ends.
          </p>
          <Features />
          {actionData?.problem && (
            <Banner tone="danger" className="mb-4">
              {actionData.problem}
            </Banner>
          )}
          {isAdmin ? <StartForm days={days} /> : <AskAdmin admins={admins} />}
        </div>
      </ScrollArea>
    </>
  )
}

function StartForm({ days }: { days: number | null }) {
  const { state } = useNavigation()
  return (
    <PostForm>
      <Button type="submit" variant="primary" size="lg" busy={state !== 'idle'}>
        {days ? `Start the ${days}-day trial` : 'Start the trial'}
      </Button>
    </PostForm>
  )
}

const AskAdmin = ({ admins }: { admins: Route.ComponentProps['loaderData']['admins'] }) => (
  <section>
    <h3 className="font-semibold">Ask an admin</h3>
    <p className="text-ink-2">An admin of your workspace can start the trial for the whole team.</p>
    <ul className="mt-2 grid gap-1">
      {admins.map(({ id, name, surname, email }) => (
        <li key={id}>
          {`${name} ${surname}`.trim()} <TextLink href={mailtoOf(email)}>{shownAddress(email)}</TextLink>
        </li>
      ))}
    </ul>
  </section>
)

const features = [
  {
    icon: Inbox,
    name: 'One inbox',
    text: 'Mail to your support address and requests from your customer area become tickets.',
  },
  {
    icon: MessagesSquare,
    name: 'One conversation',
    text: 'Reply in the browser. The customer gets a mail, and the customer’s answer arrives on the ticket.',
  },
  {
    icon: AtSign,
    name: 'Your name',
    text: 'Replies show your support name. The customer area shows your logo and colour.',
  },
]

const Features = () => (
  <ul className="mt-5 mb-6 border-b border-line">
    {features.map(({ icon, name, text }) => (
      <li key={name} className="flex gap-3.5 border-t border-line py-3">
        <Icon of={icon} className="mt-0.5 text-accent-ink" />
        <span>
          <b className="block font-[550]">{name}</b>
          <span className="text-ink-3">{text}</span>
        </span>
      </li>
    ))}
  </ul>
)
