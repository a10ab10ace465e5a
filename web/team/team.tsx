import { SearchX, UserPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Form, useNavigate, useSubmit } from 'react-router'
import { listSignInLimits, type SignInLimit, showViewer } from '#contract/workspace/session.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { withQuery } from '#web/lib/list/with-query.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { Time } from '#web/lib/time/time.tsx'
import { useNow } from '#web/lib/time/use-now.ts'
import { formatCount } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { LinkSegments } from '#web/ui/choice/segments.tsx'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { useLast } from '#web/ui/overlay/use-last.ts'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import type { Route } from './+types/team.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import { type Member, statuses, statusNames } from './members.ts'
import { MemberQuestion, type Question } from './questions/member-question.tsx'
import { previewOf, useTeamChanges } from './use-team-changes.ts'

export const meta = () => [{ title: 'Team · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const { searchParams } = new URL(request.url)
  const words = searchParams.get('q')?.slice(0, 256) ?? ''
  const [viewer, limits, found] = await Promise.all([
    call(showViewer, {}),
    call(listSignInLimits, {}),
    call(listMembers, { query: words ? { q: words } : {} }),
  ])
  return {
    members: found.items,
    limits: limits.items,
    words,
    status: statuses.find((status) => status === searchParams.get('status')) ?? null,
    ownId: viewer.id,
    workspaceName: viewer.workspace?.name ?? '',
    isInviting: searchParams.has('invite'),
  }
}

const loadDevices = () => import('./member-devices.tsx')

export default function Team({
  loaderData: { members, limits, words, status, ownId, workspaceName, isInviting },
}: Route.ComponentProps) {
  const [isInviteOpen, setInviteOpen] = useState(isInviting)
  const [question, setQuestion] = useState<Question>()
  const [devicesOf, setDevicesOf] = useState<Member>()
  const lastDevicesOf = useLast(devicesOf)
  const devices = useLazyModule(loadDevices, devicesOf !== undefined)
  const { write, underWay, problem } = useTeamChanges()
  const shown = status ? members.filter((member) => member.status === status) : members
  const openInvite = () => setInviteOpen(true)
  const navigate = useNavigate()
  // Removes the parameter from the URL, so that a reload does not open the dialog again.
  useEffect(() => {
    if (isInviting) navigate('/team', { replace: true, preventScrollReset: true })
  }, [isInviting, navigate])
  useShortcuts({ i: { label: 'Invite', run: openInvite } }, { group: 'Team' })

  return (
    <>
      <PageBar
        title="Team"
        count={formatCount(members.length)}
        actions={
          <>
            <MemberSearch words={words} status={status} className="w-50 max-md:hidden" />
            <Button variant="primary" icon={UserPlus} keys="I" onClick={openInvite}>
              Invite
            </Button>
          </>
        }
      />
      <ToolBar>
        <LinkSegments label="Members by status" items={segmentsOf(members, words, status)} />
        <MemberSearch words={words} status={status} className="w-40 shrink-0 md:hidden" />
      </ToolBar>
      <SignInLimits limits={limits} />
      {problem && (
        <Banner tone="danger" className="m-2 shrink-0">
          {problem.detail}
        </Banner>
      )}
      <ScrollArea>
        {shown.length > 0 ? (
          <MemberTable
            members={shown.map((member) => previewOf(member, underWay))}
            ownId={ownId}
            wiring={{ change: write, ask: setQuestion, showDevices: setDevicesOf }}
          />
        ) : (
          <NobodyFound words={words} />
        )}
      </ScrollArea>
      <InviteDialog open={isInviteOpen} onClose={() => setInviteOpen(false)} workspaceName={workspaceName} />
      {devices && lastDevicesOf && (
        <devices.MemberDevices
          open={devicesOf !== undefined}
          member={lastDevicesOf}
          onClose={() => setDevicesOf(undefined)}
        />
      )}
      <MemberQuestion question={question} onAnswer={write} onClose={() => setQuestion(undefined)} />
    </>
  )
}

function segmentsOf(members: Member[], words: string, current: Member['status'] | null) {
  const hrefOf = (status?: string) => withQuery('/team', { status, q: words })
  return [
    { href: hrefOf(), label: 'Everyone', count: members.length, current: current === null },
    ...statuses.map((status) => ({
      href: hrefOf(status),
      label: statusNames[status],
      count: members.filter((member) => member.status === status).length,
      current: status === current,
    })),
  ]
}

const NobodyFound = ({ words }: { words: string }) => (
  <EmptyState
    icon={SearchX}
    title={words ? `No members match “${words}”` : 'No members'}
    actions={<Button href="/team">Show everyone</Button>}
  >
    Search by name or e-mail address.
  </EmptyState>
)

const pauseMs = 150

function MemberSearch({ words, status, className }: { words: string; status: string | null; className?: string }) {
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function searchSoon(form: HTMLFormElement | null) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => submit(form, { replace: true }), pauseMs)
  }

  return (
    <Form role="search" noValidate className={className}>
      {status && <input type="hidden" name="status" value={status} />}
      <SearchInput
        name="q"
        label="Search name or e-mail"
        defaultValue={words}
        onChange={(event) => searchSoon(event.target.form)}
      />
    </Form>
  )
}

function SignInLimits({ limits }: { limits: SignInLimit[] }) {
  const now = useNow()
  const lasting = limits.filter(({ until }) => Date.parse(until) > now)
  if (lasting.length === 0) return null
  return (
    <Banner tone="warning" title="Sign-in is limited." className="m-2 shrink-0">
      <ul className="max-h-30 overflow-y-auto">
        {lasting.map((limit) => (
          <li key={JSON.stringify(limit)}>
            {whatOf(limit)} until <Time at={limit.until} style="moment" />: {whyOf(limit)}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function whatOf(limit: SignInLimit): string {
  switch (limit.code) {
    case 'codes-of-network':
      return limit.of === 'members'
        ? `Members in ${limit.network} get no more sign-in codes`
        : `Customers and invited people in ${limit.network} get no more sign-in codes`
    case 'tries-of-network':
      return `No one can enter a sign-in code from ${limit.network}`
    case 'codes-of-person':
      return limit.browsers === 'known'
        ? `${limit.person.name} gets no more sign-in codes in known browsers`
        : `${limit.person.name} gets no more sign-in codes in a new browser`
  }
}

function whyOf(limit: SignInLimit): string {
  switch (limit.code) {
    case 'tries-of-network':
      return `${limit.most} wrong codes in the last hour.`
    case 'codes-of-network':
      return `${limit.most} codes sent in the last hour were not used. The limit ends earlier if codes are used.`
    case 'codes-of-person':
      return `${limit.most} codes sent in the last ${limit.hours === 1 ? 'hour' : 'day'} were not used.`
  }
}
