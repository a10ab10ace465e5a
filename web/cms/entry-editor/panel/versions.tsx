import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { EntryVersion, showEntryVersion } from '#contract/entries.ts'
import { languageName } from '#web/cms/entry-writing/entry-data.ts'
import { useLater } from '#web/lib/network/use-later.ts'
import { Time } from '#web/lib/time/time.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import type { OpenedProps } from './entry-panel.tsx'

export type ShownVersion = AnswerOf<typeof showEntryVersion>

const loadDialog = () => import('#web/cms/entry-editor/dialogs/version-dialog.tsx')

export function Versions(props: OpenedProps) {
  const { entry, model, language, history } = props
  const [shown, setShown] = useState<ShownVersion>()
  const [problem, setProblem] = useState('')
  const dialog = useLater(loadDialog, shown !== undefined)

  async function show(number: number) {
    const { answer, problem } = await ask<typeof showEntryVersion>(
      'GET',
      '/api/v1/content/:model/:id/versions/:number',
      { params: { model: model.pluralKey, id: entry.id, number: String(number) }, query: { locale: language } },
    )
    setShown(answer)
    setProblem(problem?.detail ?? '')
  }

  return (
    <PanelSection title="Versions">
      {(problem || history.problem) && <Banner tone="danger">{problem || history.problem}</Banner>}
      {history.isLoading && <p className="text-ink-3">Loading</p>}
      <ol className="-mx-1.5">
        {history.versions.map((version) => (
          <li key={version.number}>
            <button
              type="button"
              onClick={() => show(version.number)}
              className="flex w-full items-center gap-2 rounded-sm px-1.5 py-1 text-left hover:bg-hover"
            >
              <span className="rounded-xs bg-press px-1.5 text-meta tabular-nums">{version.number}</span>
              <span className="min-w-0 truncate">{nameOf(version, props)}</span>
              <Time at={version.createdAt} className="ml-auto shrink-0 text-meta text-ink-3" />
            </button>
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

function nameOf(
  { kind, note, author, live, languages }: EntryVersion,
  { language, languages: all }: OpenedProps,
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
