import { diffWordsWithSpace } from 'diff'
import { useState } from 'react'
import type { OpenedProps } from '#web/cms/entry-editor/panel/entry-panel.tsx'
import type { ShownVersion } from '#web/cms/entry-editor/panel/versions.tsx'
import { languageName } from '#web/cms/entry-writing/entry-data.ts'
import type { FieldOf, WordsAround } from '#web/fields/form/field-shape.ts'
import { valueInWords, wordsAround } from '#web/fields/values-in-line.ts'
import { Time } from '#web/lib/time/time.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { ConfirmDialog, Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { WordChanges } from '#web/ui/text/word-changes.tsx'

type Props = OpenedProps & { version: ShownVersion; onClose: () => void }

/** Field by field, what the draft is beside a version, with ways back. */
export function VersionDialog({ version, onClose, model, language, languages, around, actions, canWrite }: Props) {
  const [isAsking, setAsking] = useState(false)
  const titles = new Map(version.leads.map(({ id, title }) => [id, title]))
  const words = wordsAround(around)
  const inWords = { ...words, titleOf: (id: string) => titles.get(id) || words.titleOf(id) }
  const changes = version.changes.flatMap((change) => {
    const field = model.fields.find(({ key }) => key === change.field)
    return field ? [{ ...change, field }] : []
  })

  function restore(fields?: string[]) {
    onClose()
    actions.take({ to: 'restoration', number: version.number, fields })
  }

  return (
    <>
      <Dialog open={!isAsking} onClose={onClose} title={`Version ${version.number}`} size="md">
        <DialogBody>
          <p className="text-ink-2">
            {version.author?.name ? `${version.author.name}, ` : ''}
            <Time at={version.createdAt} style="full" />
            {languages.length > 1 && `, as it is in ${languageName(language)}`}
            {version.note && `: ${version.note}`}
          </p>
          {changes.length === 0 && <p>The draft says the same.</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
          <section className="grid max-h-100 gap-4 overflow-y-auto" tabIndex={0} aria-label="What differs">
            {changes.map(({ field, was, is }) => (
              <Change
                key={field.id}
                {...{ field, was, is }}
                words={inWords}
                onRestore={canWrite ? () => restore([field.key]) : undefined}
              />
            ))}
          </section>
        </DialogBody>
        <DialogFooter>
          <Button size="md" onClick={onClose}>
            Close
          </Button>
          {canWrite && changes.length > 0 && (
            <Button size="md" variant="primary" onClick={() => setAsking(true)}>
              Restore all…
            </Button>
          )}
        </DialogFooter>
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Restore version ${version.number}?`}
        confirmLabel="Restore this version"
        onConfirm={() => restore()}
      >
        It takes the place of the draft, which stays in the list of versions. Readers get it once it is published.
      </ConfirmDialog>
    </>
  )
}

type ChangeProps = { field: FieldOf; was: unknown; is: unknown; words: WordsAround; onRestore?: () => void }

const mostLetters = 5000

function Change({ field, was, is, words, onRestore }: ChangeProps) {
  const [before, now] = [was, is].map((value) => valueInWords(field, value, words).slice(0, mostLetters))
  const isSaid = before !== now
  return (
    <div>
      <h3 className="flex min-h-7 items-center justify-between gap-2 font-medium">
        {field.label || field.key}
        {onRestore && <Button onClick={onRestore}>Restore this</Button>}
      </h3>
      <p className="rounded-sm bg-press px-3 py-2 whitespace-pre-wrap wrap-anywhere">
        {isSaid ? (
          <WordChanges words={wordsBetween(before!, now!)} />
        ) : (
          'It differs in what words do not say, such as its form.'
        )}
      </p>
    </div>
  )
}

const wordsBetween = (before: string, now: string) =>
  diffWordsWithSpace(before, now).map(({ value, added, removed }) => ({
    kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
    text: value,
  }))
