import { useRef } from 'react'
import { useLocation } from 'react-router'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { useCustomer } from '#web/customer/use-customer.ts'
import type { Message, MessagePage } from '#web/lib/conversation/conversation-pages.ts'
import { EarlierButton } from '#web/lib/conversation/earlier-button.tsx'
import { SentFiles } from '#web/lib/conversation/sent-files.tsx'
import { useEarlier } from '#web/lib/conversation/use-earlier.ts'
import { ClippedNotice, useWhole } from '#web/lib/conversation/whole-message.tsx'
import { Time } from '#web/lib/time/time.tsx'
import { useFreshLinks } from '#web/lib/uploads/use-fresh-links.ts'
import { PortalMessage } from '#web/ui/message/message-card.tsx'
import { portalHtml } from './portal-html.ts'

export function Conversation({ ticketId, latest }: { ticketId: string; latest: MessagePage }) {
  const frame = useRef<HTMLDivElement>(null)
  const earlier = useEarlier({ ticketId, latest, frame })
  const show = (message: Message) => <ShownMessage key={message.id} message={message} />
  useFreshLinks([...earlier.messages, ...latest.items].some(({ attachments }) => attachments.length > 0))
  return (
    <div ref={frame} tabIndex={-1} className="outline-none [overflow-anchor:none]">
      <EarlierButton {...earlier} href={latest.next ? `?before=${latest.next}` : undefined} />
      {earlier.messages.length > 0 && <section aria-label="Earlier messages">{earlier.messages.map(show)}</section>}
      {/* The role `log` makes screen readers announce new messages. Earlier messages are outside, so that they are not announced. */}
      <div role="log" aria-label="Conversation">
        {latest.items.map(show)}
      </div>
    </div>
  )
}

function ShownMessage({ message }: { message: Message }) {
  const reading = useWhole(message)
  const { author, bodyHtml, bodyText, quotedText, attachments, createdAt, sentAt } = reading.shown
  const asked = new URLSearchParams(useLocation().search)
  asked.delete('whole')
  const { viewer, workspace } = useCustomer()
  const isOwn = author.type === 'customer' && author.id === viewer.id
  const files = attachments.filter(({ inline }) => !inline)
  return (
    <PortalMessage
      author={{ name: author.name || shownAddress(author.email ?? '') || workspace.name }}
      meta={isOwn ? 'You' : author.type === 'customer' ? undefined : workspace.name}
      time={<Time at={sentAt ?? createdAt} style="moment" />}
      attachments={files.length > 0 && <SentFiles files={files} />}
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has cleaned it, and the page allows no other scripts */}
      {bodyHtml && <div className={signature} dangerouslySetInnerHTML={{ __html: portalHtml(bodyHtml) }} />}
      {reading.isClipped && (
        <>
          <p className="whitespace-pre-wrap">{bodyText}</p>
          <ClippedNotice {...reading} href={`?${new URLSearchParams([...asked, ['whole', message.id]])}`} />
        </>
      )}
      {quotedText && <Quoted text={quotedText} />}
    </PortalMessage>
  )
}

const signature =
  '[&>details]:mt-2 [&_summary]:w-fit [&_summary]:rounded-xs [&_summary]:text-meta [&_summary]:text-ink-3 [&_summary]:hover:text-ink'

const Quoted = ({ text }: { text: string }) => (
  <details className="mt-2">
    <summary className="w-fit rounded-xs text-meta text-ink-3 hover:text-ink">Show the quoted text</summary>
    <p className="mt-2 border-l-2 border-line-strong pl-3 text-base whitespace-pre-wrap text-ink-2">{text}</p>
  </details>
)
