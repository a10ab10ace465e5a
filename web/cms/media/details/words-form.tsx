import { type FormEvent, useState } from 'react'
import type { changeMedia } from '#contract/content/media.ts'
import { isSame } from '#contract/is-same.ts'
import { CropChoice } from '#web/cms/crop/crop-choice.tsx'
import { nearestIn } from '#web/cms/crop/crop-edges.ts'
import { useTagsDraft } from '#web/cms/media/changes/media-changes.tsx'
import type { Asset } from '#web/cms/media/media-types.ts'
import { TextField } from '#web/fields/settings/form-fields.tsx'
import { UnsavedChanges } from '#web/lib/unsaved-changes.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Segments } from '#web/ui/choice/segments.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { TokenInput } from '#web/ui/form/token-input.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { FocusPicker } from './focus-picker.tsx'

const wordNames = ['name', 'title', 'alt', 'caption', 'credit', 'focus', 'crop'] as const
type AssetWords = Pick<Asset, (typeof wordNames)[number]>

export function WordsForm({ asset, languages }: { asset: Asset; languages: string[] }) {
  const [words, setWords] = useState<AssetWords>(asset)
  const [before, setBefore] = useState<WordsValues>({ words: asset, tags: asset.tags })
  const [language, setLanguage] = useState(languages[0] ?? 'en')
  const { tags, onChange, onDraft } = useTagsDraft(asset.tags)
  const body = changesOf(before, { words, tags })
  const count = Object.keys(body).length
  const { write, problem, isPending } = useWrite(
    () => ask<typeof changeMedia>('PATCH', '/api/v1/media/:id', { params: { id: asset.id }, body }),
    { done: () => 'Saved', onAnswer: (answer) => setBefore({ words: answer, tags: answer.tags }) },
  )
  const fault = useFaults(problem?.fields)
  const form = useFocusOnFault(problem?.fields)
  const change = (changes: Partial<AssetWords>) => setWords((all) => ({ ...all, ...changes }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (count > 0) write()
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-3">
      {asset.thumbnail && (
        <>
          <FocusPicker
            asset={asset}
            value={words.focus}
            crop={words.crop}
            onChange={(focus) => change({ focus: words.crop ? nearestIn(words.crop, focus) : focus })}
          />
          <CropChoice
            asset={asset}
            value={words.crop}
            onChange={(crop) => change({ crop, ...(crop && { focus: nearestIn(crop, words.focus) }) })}
          />
        </>
      )}
      {problem && !problem.fields && <Banner tone="danger">{problem.detail}</Banner>}
      <TextField label="Name" fault={fault('name')} value={words.name} onChange={(name) => change({ name })} />
      <TextField label="Title" fault={fault('title')} value={words.title} onChange={(title) => change({ title })} />
      <LanguageChoice languages={languages} language={language} onChoose={setLanguage} />
      {asset.kind === 'image' && (
        <Field label="Alternative text" hint={language.toUpperCase()} {...fault('alt')}>
          <Textarea
            rows={2}
            lang={language}
            value={words.alt[language] ?? ''}
            onChange={({ target }) => change({ alt: { ...words.alt, [language]: target.value } })}
          />
        </Field>
      )}
      <Field label="Caption" hint={language.toUpperCase()} {...fault('caption')}>
        <Textarea
          rows={2}
          lang={language}
          value={words.caption[language] ?? ''}
          onChange={({ target }) => change({ caption: { ...words.caption, [language]: target.value } })}
        />
      </Field>
      <TextField
        label="Credit"
        fault={fault('credit')}
        value={words.credit}
        onChange={(credit) => change({ credit })}
      />
      <Field label="Tags" {...fault('tags')}>
        <TokenInput name="tags" defaultTokens={asset.tags} onChange={onChange} onDraft={onDraft} />
      </Field>
      <div className="flex justify-end">
        <Button
          variant={count > 0 ? 'primary' : 'secondary'}
          type="submit"
          busy={isPending}
          disabledReason={count === 0 ? 'There are no changes to save' : undefined}
        >
          Save
        </Button>
      </div>
      <UnsavedChanges count={count} part="file" />
    </form>
  )
}

type WordsValues = { words: AssetWords; tags: string[] }

function changesOf(before: WordsValues, now: WordsValues): Partial<AssetWords & { tags: string[] }> {
  const changed = wordNames.filter((name) => !isSame(before.words[name], now.words[name]))
  return {
    ...Object.fromEntries(changed.map((name) => [name, now.words[name]])),
    ...(!isSame(before.tags, now.tags) && { tags: now.tags }),
  }
}

type ChoiceProps = { languages: string[]; language: string; onChoose: (language: string) => void }

function LanguageChoice({ languages, language, onChoose }: ChoiceProps) {
  if (languages.length < 2) return null
  const options = languages.map((value) => ({ value, label: value.toUpperCase() }))
  return languages.length <= 4 ? (
    <Segments label="Language" options={options} value={language} onChange={onChoose} />
  ) : (
    <Select label="Language" options={options} value={language} onChange={onChoose} />
  )
}
