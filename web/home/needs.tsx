import { CircleCheck, Inbox, Mail, Timer, TriangleAlert, UserRound } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Time } from '#web/lib/time/time.tsx'
import { plural } from '#web/lib/words/format.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import type { Home } from './load-home.ts'

type Need = { icon: IconShape; tone?: string; href: string; text: ReactNode; fact?: ReactNode; key: string }

export function Needs({ home }: { home: Home }) {
  const needs = [...needsOfTrial(home), ...needsOfTickets(home), ...needsOfTeam(home)]
  if (needs.length === 0) {
    return (
      <EmptyState icon={CircleCheck} tone="done" title="You are all caught up">
        Tickets that wait for a reply and open invitations are shown here.
      </EmptyState>
    )
  }
  return (
    <ul className="border-b border-line">
      {needs.map(({ key, icon, tone, href, text, fact }) => (
        <li key={key} className="border-t border-line">
          <Link
            to={href}
            className="flex min-h-10 items-center gap-2.5 px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2 md:px-5 md:py-0"
          >
            <Icon of={icon} className={tone ?? 'text-ink-3'} />
            <span className="min-w-0 flex-1 md:truncate [&_b]:font-[550]">{text}</span>
            {fact && <span className="text-meta whitespace-nowrap text-ink-3 max-md:hidden">{fact}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const warnDays = 3

function needsOfTrial({ viewer: { isAdmin, service } }: Home): Need[] {
  if (!isAdmin || service?.daysLeft == null || service.state === 'not-started' || service.daysLeft > warnDays) return []
  const isOver = service.state === 'ended'
  const text = isOver ? (
    <>
      <b>The Service trial has ended</b>, so tickets are read-only
    </>
  ) : (
    <>
      <b>The Service trial ends</b> in {plural(service.daysLeft, 'day')}
    </>
  )
  const tone = isOver ? 'text-red-ink' : 'text-amber-ink'
  return [{ key: 'trial', icon: TriangleAlert, tone, href: '/service/dashboard', text, fact: 'Service' }]
}

const mostWaiting = 3

function needsOfTickets({ report }: Home): Need[] {
  if (!report) return []
  const waiting = report.longestWaiting.slice(0, mostWaiting).map(({ id, number, subject, waitingSince }): Need => {
    const text = (
      <>
        <b>{subject}</b> waits for a reply
      </>
    )
    const fact = (
      <>
        Ticket {number}
        {waitingSince && <Time at={waitingSince} className="ml-4 inline-block min-w-14 text-right tabular-nums" />}
      </>
    )
    return { key: id, icon: Timer, href: `/service/tickets/${id}`, text, fact }
  })
  if (report.unassigned === 0) return waiting
  const text = (
    <>
      <b>{plural(report.unassigned, 'ticket')}</b> {report.unassigned === 1 ? 'is' : 'are'} not assigned to anyone
    </>
  )
  return [
    ...waiting,
    { key: 'unassigned', icon: Inbox, href: '/service/tickets?view=unassigned', text, fact: 'Service' },
  ]
}

function needsOfTeam({ viewer, members }: Home): Need[] {
  const invited = viewer.isAdmin ? members.filter(({ status }) => status === 'invited') : []
  const nameless: Need = {
    key: 'name',
    icon: UserRound,
    href: '/admin/profile?welcome=1',
    text: (
      <>
        <b>Your name is missing</b>, so others see your e-mail address
      </>
    ),
  }
  return [...(viewer.name ? [] : [nameless]), ...(invited.length > 0 ? [needOfInvited(invited)] : [])]
}

function needOfInvited(invited: Home['members']): Need {
  const oldest = invited
    .map(({ invitedAt }) => invitedAt)
    .filter((at) => at !== null)
    .toSorted()[0]
  const text = (
    <>
      {invited.length === 1 ? 'An invitation has' : `${invited.length} invitations have`} not been accepted:{' '}
      {listInBold(invited)}
    </>
  )
  const fact = oldest && (
    <>
      Sent <Time at={oldest} style="day" />
    </>
  )
  return { key: 'invited', icon: Mail, href: '/team?status=invited', text, fact }
}

const mostNamed = 3

function listInBold(invited: Home['members']) {
  const named = invited.slice(0, mostNamed)
  const more = invited.length - named.length
  return (
    <>
      {named.map(({ id, email }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <b>{`${email.split('@')[0]}@`}</b>
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  )
}
