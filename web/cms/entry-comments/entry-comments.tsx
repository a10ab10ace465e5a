import { MessageSquare, MessageSquarePlus } from 'lucide-react'
import type {
  answerEntryComment,
  changeEntryComment,
  deleteEntryComment,
  EntryThread,
  listEntryComments,
  reopenEntryComment,
  resolveEntryComment,
  writeEntryComment,
} from '#contract/content/comments.ts'
import type { EntryPageData } from '#web/cms/entry-writing/entry-data.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { CommentText } from '#web/lib/writing/comments/comment-form.tsx'
import { CommentsSection } from '#web/lib/writing/comments/comments-section.tsx'
import { type Comments, type CommentsApi, useComments } from '#web/lib/writing/comments/use-comments.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Tooltip } from '#web/ui/overlay/tooltip.tsx'

export type EntryComments = Comments<EntryThread, string>

export const useEntryComments = (data: EntryPageData): EntryComments =>
  useComments({ id: data.entry?.id, said: data.said, api: apiOf(data) })

const list = '/api/v1/content-entries/:id/comments'
const one = `${list}/:comment` as const

function apiOf({ entry, model, language }: EntryPageData): CommentsApi<EntryThread, string> {
  const id = entry?.id ?? ''
  return {
    list: (state, signal) =>
      ask<typeof listEntryComments>('GET', list, {
        ...{ params: { id }, query: { state }, waits: true },
        ...(signal && { signal }),
      }),
    begin(key, written, idempotencyKey) {
      const field = model.fields.find((each) => each.key === key)
      const place = { ...(field && { field: field.key }), ...(field?.localized && { locale: language }) }
      const body = { ...written, ...place }
      return ask<typeof writeEntryComment>('POST', list, { params: { id }, idempotencyKey, body })
    },
    answer: (comment, body, idempotencyKey) =>
      ask<typeof answerEntryComment>('POST', `${one}/answers`, { params: { id, comment }, body, idempotencyKey }),
    change: (comment, body, idempotencyKey) =>
      ask<typeof changeEntryComment>('PATCH', one, { params: { id, comment }, body, idempotencyKey }),
    act({ do: what, comment }) {
      const place = { params: { id, comment } }
      if (what === 'delete') return ask<typeof deleteEntryComment>('DELETE', one, place)
      if (what === 'resolve') return ask<typeof resolveEntryComment>('PUT', `${one}/resolution`, place)
      return ask<typeof reopenEntryComment>('DELETE', `${one}/resolution`, place)
    },
  }
}

export function sayOfEntry({ entry, model, language }: EntryPageData, written: CommentText, idempotencyKey: string) {
  const body = { ...written, ...(model.localized && { locale: language }) }
  return ask<typeof writeEntryComment>('POST', list, { params: { id: entry!.id }, idempotencyKey, body })
}

export const countOn = ({ open }: EntryComments, field: string) =>
  open.filter((thread) => thread.field?.key === field).length

type Props = EntryPageData & { comments: EntryComments; canWrite: boolean; onGoTo: (field: string) => void }

export function EntryCommentsSection({ model, members, languages, onGoTo, ...props }: Props) {
  const fieldAt = (key: string | null) => model.fields.find((field) => field.key === key)
  return (
    <CommentsSection
      {...props}
      {...{ members, mentionable: members }}
      labelFor={(key) => {
        const field = fieldAt(key)
        return field ? `Comment on ${field.label || field.key}` : 'Comment on the entry'
      }}
      placeOf={({ field, locale }) => {
        const place = [field?.label, locale && languages.length > 1 && languageName(locale)].filter(Boolean).join(', ')
        if (!place) return null
        if (!field) return <p className="truncate">{place}</p>
        return (
          <button
            type="button"
            className="block max-w-full truncate text-ink-2 underline"
            onClick={() => onGoTo(field.key)}
          >
            {place}
          </button>
        )
      }}
    />
  )
}

/**
 * Button that comments on a field. If the field has no open threads, the button appears only on hover or focus, and
 * always on touch screens.
 */
export const CommentOnField = ({
  label,
  count,
  onComment,
}: {
  label: string
  count: number
  onComment: () => void
}) => {
  const words = count > 0 ? `Comment on ${label}, ${count} open` : `Comment on ${label}`
  return (
    <Tooltip text={words}>
      <button
        type="button"
        aria-label={words}
        onClick={onComment}
        className={classNames(
          'inline-flex h-5 items-center gap-1 rounded-sm px-1 align-middle hover:bg-hover hover:text-ink',
          count === 0 &&
            'opacity-0 group-focus-within/field:opacity-100 group-hover/field:opacity-100 pointer-coarse:opacity-100',
        )}
      >
        <Icon of={count > 0 ? MessageSquare : MessageSquarePlus} size={14} />
        {count > 0 && <span className="tabular-nums">{count}</span>}
      </button>
    </Tooltip>
  )
}
