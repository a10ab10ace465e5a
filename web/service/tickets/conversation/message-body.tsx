import { ClippedNotice, useWhole } from '#web/lib/conversation/whole-message.tsx'
import { Time } from '#web/lib/time/time.tsx'
import type { Message } from '#web/service/tickets/ticket/types.ts'

export function MessageBody({ message }: { message: Message }) {
  const reading = useWhole(message)
  const { bodyHtml, bodyText, quotedText, redactedAt } = reading.shown
  if (redactedAt) return <RedactedText at={redactedAt} />
  return (
    <>
      {bodyHtml ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has passed it through its allow-list
        <div className="written-mail" dangerouslySetInnerHTML={{ __html: bodyHtml }} />
      ) : bodyText ? (
        <div className="whitespace-pre-wrap">{bodyText}</div>
      ) : (
        <p className="text-ink-3 italic">No text</p>
      )}
      {reading.isClipped && <ClippedNotice {...reading} />}
      {quotedText && <QuotedText text={quotedText} />}
    </>
  )
}

export const RedactedText = ({ at }: { at: string }) => (
  <p className="text-ink-3 italic">
    The text was deleted permanently on <Time at={at} style="full" />.
  </p>
)

export const QuotedText = ({ text }: { text: string }) => (
  <details className="mt-2">
    <summary className="inline-flex h-5 list-none items-center rounded-xs bg-press px-2 text-meta text-ink-2 hover:text-ink touch:h-8">
      Quoted text
    </summary>
    <blockquote className="mt-2 max-h-80 overflow-auto whitespace-pre-wrap">{text}</blockquote>
  </details>
)
