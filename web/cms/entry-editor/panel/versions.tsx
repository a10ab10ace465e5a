import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { EntryVersion, listEntryVersions, showEntryVersion } from '#contract/entries.ts'
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
const page = '50'

export function Versions(props: OpenedProps) {
  const { entry, model, language, versions, versionsNext } = props
  const [shown, setShown] = useState<ShownVersion>()
  const [older, setOlder] = useState<EntryVersion[]>([])
  const [next, setNext] = useState<string | null>()
  const [problem, setProblem] = useState('')
  const dialog = useLater(loadDialog, shown !== undefined)
  const params = { model: model.pluralKey, id: entry.id }
  const all = [...versions, ...older.filter(({ number }) => number < (versions.at(-1)?.number ?? 0))]

  async function show(number: number) {
    const { answer, problem } = await ask<typeof showEntryVersion>(
      'GET',
      '/api/v1/content/:model/:id/versions/:number',
      { params: { ...params, number: String(number) }, query: { locale: language } },
    )
    setShown(answer)
    setProblem(problem?.detail ?? '')
  }

  async function showMore() {
    const { answer, problem } = await ask<typeof listEntryVersions>('GET', '/api/v1/content/:model/:id/versions', {
      params,
      query: { limit: page, cursor: next === undefined ? versionsNext! : next! },
    })
    setProblem(problem?.detail ?? '')
    if (!answer) return
    setOlder((before) => [...before, ...answer.items])
    setNext(answer.next)
  }

  return (
    <PanelSection title="Versions">
      {problem && <Banner tone="danger">{problem}</Banner>}
      <ol className="-mx-1.5">
        {all.map((version) => (
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
      {(next === undefined ? versionsNext : next) !== null && (
        <Button variant="ghost" onClick={showMore}>
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
