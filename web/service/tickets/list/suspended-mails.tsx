import { MailX } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { recoverMail } from '#contract/tickets/messages.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { Time } from '#web/lib/time/time.tsx'
import { formatBytes } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { describeAuthentication, describeDecision } from '#web/service/tickets/inbound-mail/describe-mail.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { SuspendedMail } from '#web/service/tickets/ticket/types.ts'
import { emptyWords, type ListQuery } from '#web/service/tickets/ticket/views.ts'
import { Button } from '#web/ui/button/button.tsx'
import { KeyStrip } from '#web/ui/list/key-strip.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import { ListPager, usePaging } from './paging.tsx'

type Props = {
  query: ListQuery
  total: number | null
  page: { items: SuspendedMail[]; next: string | null }
  canWrite: boolean
}

export function SuspendedMails({ query, total, page, canWrite }: Props) {
  const { items: mails, next } = page
  const paging = usePaging({ query, ids: [], next, total })
  const { write: recover, underWay, problem, dismissProblem } = useRecovery()
  return (
    <>
      {problem && (
        <div className="shrink-0 border-b border-line p-2">
          <Banner tone="danger" title="The mail was not recovered." onDismiss={dismissProblem}>
            {problem.detail}
          </Banner>
        </div>
      )}
      <ScrollArea>
        {mails.length === 0 ? (
          <div className="grid h-full place-content-center">
            <EmptyState icon={MailX} title={emptyWords.suspended.title}>
              {emptyWords.suspended.text}
            </EmptyState>
          </div>
        ) : (
          <Table label="Suspended mails">
            <MailHead />
            <TableBody>
              {mails.map((mail) => (
                <MailRow
                  key={mail.id}
                  mail={mail}
                  isBusy={underWay.includes(mail.id)}
                  onRecover={canWrite ? () => recover(mail.id) : undefined}
                />
              ))}
            </TableBody>
          </Table>
        )}
      </ScrollArea>
      <KeyStrip keys={[{ keys: ['?'], label: 'All shortcuts' }]}>
        <ListPager query={query} rows={mails.length} next={next} total={total} {...paging} />
      </KeyStrip>
    </>
  )
}

function useRecovery() {
  const navigate = useNavigate()
  return useWrite(
    (id: string) => ask<typeof recoverMail>('PUT', '/api/v1/suspended-mails/:id/recovery', { params: { id } }),
    {
      inTurn: true,
      done: ({ ticketId }) => ({
        text: 'The mail is a ticket now',
        action: { label: 'Open', onAct: () => navigate(ticketHref(ticketId)) },
      }),
    },
  )
}

const MailHead = () => (
  <TableHead className="max-md:hidden">
    <HeaderCell className="w-52">From</HeaderCell>
    <HeaderCell>Subject and reason</HeaderCell>
    <HeaderCell className="w-20 max-xl:hidden" align="right">
      Size
    </HeaderCell>
    <HeaderCell className="w-24" align="right">
      Received
    </HeaderCell>
    <HeaderCell className="w-44">
      <VisuallyHidden>Actions</VisuallyHidden>
    </HeaderCell>
  </TableHead>
)

const MailRow = ({ mail, isBusy, onRecover }: { mail: SuspendedMail; isBusy: boolean; onRecover?: () => void }) => (
  <TableRow
    tall
    className="max-md:grid max-md:h-auto max-md:grid-cols-1 max-md:border-b max-md:border-line max-md:px-4 max-md:py-2 max-md:[&>td]:border-0 max-md:[&>td]:px-0!"
  >
    <Cell>
      <span className="block truncate" title={shownAddress(mail.from)}>
        {shownAddress(mail.from) || 'No sender'}
      </span>
      <span className="block truncate text-meta text-ink-3">to {mail.address}</span>
    </Cell>
    <Cell>
      <span className="block truncate font-[450]">{mail.subject || 'No subject'}</span>
      <span
        className="block truncate text-meta text-ink-3 max-md:whitespace-normal"
        title={[
          describeDecision(mail.cause),
          ...(mail.authentication ? describeAuthentication(mail.authentication) : []),
        ].join('\n')}
      >
        {describeDecision(mail.cause)}
      </span>
    </Cell>
    <Cell align="right" className="text-ink-3 max-xl:hidden">
      {formatBytes(mail.bytes)}
    </Cell>
    <Cell align="right" className="text-ink-3 max-md:text-left">
      <Time at={mail.receivedAt} />
    </Cell>
    <Cell className="overflow-visible">
      <span className="flex items-center gap-2 md:justify-end">
        <a
          href={mail.sourceUrl}
          target="_blank"
          rel="noreferrer"
          className="rounded-xs font-medium text-accent-ink hover:underline"
        >
          Source
        </a>
        {onRecover && (
          <Button busy={isBusy} onClick={onRecover}>
            Recover
          </Button>
        )}
      </span>
    </Cell>
  </TableRow>
)
