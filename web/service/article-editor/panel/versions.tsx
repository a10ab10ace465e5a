import { useState } from 'react'
import type { showVersion } from '#contract/articles.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { Time } from '#web/lib/time/time.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ConfirmDialog, Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import type { PanelProps } from './article-panel.tsx'

type Shown = AnswerOf<typeof showVersion>
type Row = PanelProps['versions'][number]

export function Versions({ article, versions, actions, canWrite }: PanelProps) {
  const [shown, setShown] = useState<Shown>()
  const [problem, setProblem] = useState('')
  const [isAsking, setAsking] = useState(false)

  async function show(number: number) {
    const { answer, problem } = await ask<typeof showVersion>(
      'GET',
      '/api/v1/knowledge-base/articles/:id/versions/:number',
      { params: { id: article!.id, number: String(number) } },
    )
    setShown(answer)
    setProblem(problem?.detail ?? '')
  }

  return (
    <PanelSection title="Versions">
      {problem && <Banner tone="danger">{problem}</Banner>}
      <ol className="-mx-1.5">
        {versions.map((version) => (
          <li key={version.number}>
            <button
              type="button"
              onClick={() => show(version.number)}
              className="flex w-full items-center gap-2 rounded-sm px-1.5 py-1 text-left hover:bg-hover"
            >
              <span className="rounded-xs bg-press px-1.5 text-meta tabular-nums">{version.number}</span>
              <span className="min-w-0 truncate">{nameOf(version)}</span>
              <Time at={version.createdAt} className="ml-auto shrink-0 text-meta text-ink-3" />
            </button>
          </li>
        ))}
      </ol>
      <Dialog
        open={shown !== undefined && !isAsking}
        onClose={() => setShown(undefined)}
        title={`Version ${shown?.number ?? ''}`}
        size="md"
      >
        {shown && (
          <VersionText
            version={shown}
            canRestore={canWrite}
            onClose={() => setShown(undefined)}
            onRestore={() => setAsking(true)}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Restore version ${shown?.number ?? ''}?`}
        confirmLabel="Restore this version"
        onConfirm={() => {
          setAsking(false)
          setShown(undefined)
          if (shown) actions.take({ to: 'restoration', number: shown.number })
        }}
      >
        It takes the place of the draft, which stays in this list. Readers see it once it is published.
      </ConfirmDialog>
    </PanelSection>
  )
}

type TextProps = { version: Shown; canRestore: boolean; onClose: () => void; onRestore: () => void }

const VersionText = ({ version, canRestore, onClose, onRestore }: TextProps) => (
  <>
    <DialogBody>
      <h3 className="text-title font-semibold">{version.title || 'Untitled'}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className="max-h-100 overflow-y-auto" tabIndex={0} aria-label="Text of this version">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the server from the document's schema */}
        <div className="written" dangerouslySetInnerHTML={{ __html: version.html }} />
      </section>
    </DialogBody>
    <DialogFooter>
      <Button size="md" onClick={onClose}>
        Close
      </Button>
      {canRestore && (
        <Button size="md" variant="primary" onClick={onRestore}>
          Restore…
        </Button>
      )}
    </DialogFooter>
  </>
)

function nameOf({ kind, note, author, isLive }: Row): string {
  const what = note || words[kind]
  const who = author?.name ? `${author.name}, ` : ''
  return `${who}${isLive ? 'live now' : what}`
}

const words: Record<Row['kind'], string> = {
  edit: 'written',
  publication: 'published',
  restoration: 'restored',
  import: 'imported',
}
