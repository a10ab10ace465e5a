import { diffWordsWithSpace } from 'diff'
import { useState } from 'react'
import type { OpenedProps } from '#web/cms/entry-editor/panel/entry-panel.tsx'
import { nameOf, readVersion, type ShownVersion } from '#web/cms/entry-editor/panel/versions.tsx'
import type { FieldOf, WordsAround } from '#web/fields/form/field-shape.ts'
import { valueInWords, wordsAround } from '#web/fields/values-in-line.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { Time } from '#web/lib/time/time.tsx'
import { languageName } from '#web/lib/words/language-name.ts'
import {
  draftOption,
  EarlierVersions,
  RestoreDialog,
  useVersionOptions,
} from '#web/lib/writing/versions/version-choice.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { WordChanges } from '#web/ui/text/word-changes.tsx'

type Props = OpenedProps & { version: ShownVersion; onClose: () => void }

const draft = draftOption.value

export function VersionDialog(props: Props) {
  const { version, onClose, model, language, languages, services, actions, canWrite } = props
  const [isAsking, setAsking] = useState(false)
  const [beside, setBeside] = useState(draft)
  const read = useAnswer(beside, async (signal) =>
    beside === draft ? { answer: version } : readVersion(props, version.number, { with: beside, signal, waits: true }),
  )
  const shown = beside === draft ? version : read.answer
  const isShown = beside === draft || read.of === beside
  const others = props.history.versions.filter(({ number }) => number !== version.number)
  const options = [draftOption, ...useVersionOptions(others, (other) => nameOf(other, props))]
  const titles = new Map(shown?.leads.map(({ id, title }) => [id, title]))
  const words = wordsAround(services)
  const inWords = { ...words, titleOf: (id: string) => titles.get(id) || words.titleOf(id) }
  const changes = (shown?.changes ?? []).flatMap((change) => {
    const field = model.fields.find(({ key }) => key === change.field)
    return field ? [{ ...change, field }] : []
  })

  // Only fields that differ from the draft can be restored. This also applies while two versions are compared.
  const writable = new Set(model.fields.filter(services.mayWrite).map(({ key }) => key))
  const restorable = new Set(version.changes.map(({ field }) => field).filter((key) => writable.has(key)))

  function restore(fields?: string[]) {
    onClose()
    actions.runAction({ to: 'restoration', number: version.number, fields })
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
          {options.length > 1 && (
            <Field label="Compared with">
              <Select options={options} value={beside} onChange={setBeside} />
            </Field>
          )}
          <EarlierVersions history={props.history} />
          {read.problem && (
            <Banner tone="danger" action={<Button onClick={read.tryAgain}>Try again</Button>}>
              {read.problem}
            </Banner>
          )}
          {changes.length === 0 && isShown && (
            <p>{beside === draft ? 'The draft' : `Version ${beside}`} has the same content.</p>
          )}
          <section
            className={classNames('grid max-h-100 gap-4 overflow-y-auto transition-opacity', !isShown && 'opacity-60')}
            aria-label="Differences"
            aria-busy={!isShown && !read.problem}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
            tabIndex={0}
          >
            {changes.map(({ field, was, is }) => (
              <Change
                key={field.id}
                {...{ field, was, is }}
                words={inWords}
                onRestore={canWrite && restorable.has(field.key) ? () => restore([field.key]) : undefined}
              />
            ))}
          </section>
        </DialogBody>
        <DialogFooter>
          <Button size="md" onClick={onClose}>
            Close
          </Button>
          {canWrite && restorable.size > 0 && (
            <Button size="md" variant="primary" onClick={() => setAsking(true)}>
              Restore all…
            </Button>
          )}
        </DialogFooter>
      </Dialog>
      <RestoreDialog
        isOpen={isAsking}
        number={version.number}
        onClose={() => setAsking(false)}
        onRestore={() => restore()}
      />
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
        {onRestore && <Button onClick={onRestore}>Restore field</Button>}
      </h3>
      <p className="rounded-sm bg-press px-3 py-2 whitespace-pre-wrap wrap-anywhere">
        {isSaid ? <WordChanges words={wordsBetween(before!, now!)} /> : 'Only the formatting differs.'}
      </p>
    </div>
  )
}

const wordsBetween = (before: string, now: string) =>
  diffWordsWithSpace(before, now).map(({ value, added, removed }) => ({
    kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
    text: value,
  }))
