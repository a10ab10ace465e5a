import { useState } from 'react'
import type { EntryVersion, showEntryVersion } from '#contract/content/entries.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { type HistoryLine, VersionLine, versionName } from '#web/lib/writing/versions/version-line.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import type { OpenedProps } from './entry-panel.tsx'
import { eventWords } from './event-words.ts'

export type ShownVersion = AnswerOf<typeof showEntryVersion>

export const readVersion = (
  { entry, model, language }: Pick<OpenedProps, 'entry' | 'model' | 'language'>,
  number: number,
  { with: other = 'draft', ...how }: { with?: string; signal?: AbortSignal; waits?: boolean } = {},
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
  const dialog = useLazyModule(loadDialog, shown !== undefined)

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
              <VersionLine {...line} />
            ) : (
              <button type="button" onClick={() => show(line.number!)} className="w-full rounded-sm hover:bg-hover">
                <VersionLine {...line} />
              </button>
            )}
          </li>
        ))}
      </ol>
      {history.next && (
        <Button variant="ghost" onClick={history.showEarlier}>
          Show more
        </Button>
      )}
      {dialog && shown && <dialog.VersionDialog {...props} version={shown} onClose={() => setShown(undefined)} />}
    </PanelSection>
  )
}

const compared = ([newest, before]: EntryVersion[]) => (before ?? newest!).number

// Returns versions and other events, newest first. While older versions are not loaded, omits events older than the
// oldest loaded version.
function linesOf(props: OpenedProps): (HistoryLine & { id: string })[] {
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
  version: EntryVersion,
  { language, languages: all }: Pick<OpenedProps, 'language' | 'languages'>,
): string {
  const where = all.length > 1 ? ` (${version.languages.map(languageName).join(', ')})` : ''
  return `${versionName(version, version.live.includes(language))}${where}`
}
