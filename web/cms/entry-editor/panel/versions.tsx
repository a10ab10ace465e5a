import { useState } from 'react'
import type { EntryVersion, showEntryVersion } from '#contract/content/entries.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { useLater } from '#web/lib/network/use-later.ts'
import { Time } from '#web/lib/time/time.tsx'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import type { OpenedProps } from './entry-panel.tsx'
import { eventWords } from './event-words.ts'

export type ShownVersion = AnswerOf<typeof showEntryVersion>

type Beside = { with?: string; signal?: AbortSignal; waits?: boolean }

/** A version beside the draft, or beside another one. */
export const readVersion = (
  { entry, model, language }: Pick<OpenedProps, 'entry' | 'model' | 'language'>,
  number: number,
  { with: other = 'draft', ...how }: Beside = {},
) =>
  ask<typeof showEntryVersion>('GET', '/api/v1/content/:model/:id/versions/:number', {
    params: { model: model.pluralKey, id: entry.id, number: String(number) },
    query: { locale: language, with: other },
    ...how,
  })

const loadDialog = () => import('#web/cms/entry-editor/dialogs/version-dialog.tsx')

export function Versions(props: OpenedProps) {
  const { history } = props
  const [shown, setShown] = useState<ShownVersion>()
  const [problem, setProblem] = useState('')
  const dialog = useLater(loadDialog, shown !== undefined)

  async function show(number: number) {
    const { answer, problem } = await readVersion(props, number)
    setShown(answer)
    setProblem(problem?.detail ?? '')
  }

  const [newest] = history.versions
  return (
    <PanelSection
      title="History"
      action={
        newest && (
          <Button variant="ghost" size="sm" onClick={() => show(compared(history.versions))}>
            Compare
          </Button>
        )
      }
    >
      {(problem || history.problem) && <Banner tone="danger">{problem || history.problem}</Banner>}
      {history.isLoading && <p className="text-ink-3">Loading</p>}
      <ol aria-label="History" className="-mx-1.5">
        {linesOf(props).map((line) => (
          <li key={line.id}>
            {line.number === undefined ? (
              <Line {...line} />
            ) : (
              <button type="button" onClick={() => show(line.number!)} className="w-full rounded-sm hover:bg-hover">
                <Line {...line} />
              </button>
            )}
          </li>
        ))}
      </ol>
      {history.next && (
        <Button variant="ghost" onClick={history.showEarlier}>
          Show earlier ones
        </Button>
      )}
      {dialog && shown && <dialog.VersionDialog {...props} version={shown} onClose={() => setShown(undefined)} />}
    </PanelSection>
  )
}

/** What the draft is compared with: the last version that is not just the draft itself. */
const compared = ([newest, before]: EntryVersion[]) => (before ?? newest!).number

type HistoryLine = { id: string; at: string; words: string; number?: number }

const Line = ({ at, words, number }: HistoryLine) => (
  <span className="flex items-center gap-2 px-1.5 py-1 text-left">
    <span className="min-w-5 rounded-xs bg-press px-1.5 text-center text-meta tabular-nums empty:bg-transparent">
      {number}
    </span>
    <span className="min-w-0 truncate" title={words}>
      {words}
    </span>
    <Time at={at} className="ml-auto shrink-0 text-meta text-ink-3" />
  </span>
)

/** Versions and what happened besides, the newest first; of earlier versions that are not shown, nothing that is older. */
function linesOf(props: OpenedProps): HistoryLine[] {
  const { versions, events, next } = props.history
  const oldest = next ? (versions.at(-1)?.createdAt ?? '') : ''
  const happened = events.flatMap((event) => {
    const words = eventWords(event)
    return words && event.createdAt >= oldest ? [{ id: event.id, at: event.createdAt, words }] : []
  })
  const written = versions.map((version) => ({
    ...{ id: `version ${version.number}`, at: version.createdAt },
    ...{ words: nameOf(version, props), number: version.number },
  }))
  return [...written, ...happened].toSorted((one, other) => other.at.localeCompare(one.at))
}

export function nameOf(
  { kind, note, author, live, languages }: EntryVersion,
  { language, languages: all }: Pick<OpenedProps, 'language' | 'languages'>,
): string {
  const what = live.includes(language) ? 'live now' : note || words[kind]
  const where = all.length > 1 ? ` (${languages.map(languageName).join(', ')})` : ''
  return `${author?.name ? `${author.name}, ` : ''}${what}${where}`
}

const words: Record<EntryVersion['kind'], string> = {
  edit: 'written',
  publication: 'published',
  restoration: 'restored',
}
