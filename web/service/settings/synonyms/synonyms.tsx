import { ArrowLeftRight, ArrowRight, Pencil, Replace, X } from 'lucide-react'
import { type FormEvent, type Ref, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { showSynonyms } from '#contract/knowledge-base/search.ts'
import type { Problem } from '#contract/refusals.ts'
import { api } from '#web/lib/api.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { requireService } from '#web/service/require-service.ts'
import { SettingsFrame } from '#web/service/settings/settings-frame.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx'
import type { Route } from './+types/synonyms.ts'
import {
  emptyTyped,
  everyLanguage,
  faultsIn,
  isSame,
  mostSynonyms,
  type Synonym,
  type SynonymChange,
  type SynonymDraft,
  synonymOf,
  takenBack,
  typedOf,
  writeSynonym,
} from './synonym-values.ts'

export const meta = () => [{ title: 'Synonyms · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireService(context)
  const { call } = context.get(api)
  const [{ items: synonyms }, { items: languages }] = await Promise.all([
    call(showSynonyms, {}),
    call(showLanguages, {}),
  ])
  const { searchParams } = new URL(request.url)
  const language = searchParams.get('language') ?? ''
  const asked = searchParams.get('word')?.slice(0, 60).replaceAll(',', ' ')
  return { synonyms, languages, asked, language: languages.includes(language) ? language : '' }
}

export default function Synonyms({ loaderData: { synonyms, languages, asked, language } }: Route.ComponentProps) {
  const list = useRef<HTMLUListElement>(null)
  const [chosen, setChosen] = useState<Synonym>()
  const edited = chosen && synonyms.find((one) => isSame(one, chosen))
  const [round, setRound] = useState(0)
  const { write, problem, isPending } = useWrite((change: SynonymChange) => writeSynonym(change), {
    inTurn: true,
    done: (_, { before, after }) => (!after ? 'Synonym removed' : before ? 'Synonym changed' : 'Synonym added'),
    undo: (_, change) => writeSynonym(takenBack(change)),
    onAnswer: (_, { after }) => after && begin(undefined),
  })

  function begin(synonym: Synonym | undefined) {
    setChosen(synonym)
    setRound((before) => before + 1)
  }

  async function remove(at: number) {
    const answer = await write({ before: synonyms[at]!, after: null, at })
    if (!answer) return
    flushSync(() => synonyms[at] === edited && begin(undefined))
    const left = list.current?.querySelectorAll<HTMLElement>('[data-remove]')
    ;(left?.[Math.min(at, left.length - 1)] ?? document.querySelector<HTMLElement>('[name=words]'))?.focus()
  }

  const isWordAsked = asked && !edited && round === 0
  const initial = edited
    ? typedOf(edited)
    : isWordAsked
      ? { ...emptyTyped, words: asked, isOneWay: true, language }
      : emptyTyped
  return (
    <SettingsFrame title="Synonyms">
      <ScrollArea>
        <SettingsForm>
          <SettingsSection
            title={edited ? 'Edit synonym' : 'Add synonym'}
            description="Words with the same meaning. A search for one word also finds articles with the others."
          >
            <SynonymForm
              key={round}
              {...{ initial, languages, problem, isPending }}
              others={synonyms.filter((one) => one !== edited)}
              isEdited={Boolean(edited)}
              focus={isWordAsked ? 'leadsTo' : round > 0 ? 'words' : undefined}
              isFull={!edited && synonyms.length >= mostSynonyms}
              onSave={(after) =>
                write({ before: edited ?? null, after, at: edited ? synonyms.indexOf(edited) : mostSynonyms })
              }
              onCancel={() => begin(undefined)}
            />
          </SettingsSection>
          <SettingsSection
            title="Synonyms"
            description={`${synonyms.length} of at most ${mostSynonyms}. Changes apply at once.`}
          >
            {synonyms.length > 0 ? (
              <SynonymList ref={list} {...{ synonyms, edited }} onEdit={begin} onRemove={remove} />
            ) : (
              <EmptyState icon={Replace} title="No synonyms yet">
                The list of searches without results shows which words your readers use.
              </EmptyState>
            )}
          </SettingsSection>
        </SettingsForm>
      </ScrollArea>
    </SettingsFrame>
  )
}

type Props = {
  ref: Ref<HTMLUListElement>
  synonyms: Synonym[]
  edited: Synonym | undefined
  onEdit: (synonym: Synonym) => void
  onRemove: (at: number) => void
}

const SynonymList = ({ ref, synonyms, edited, onEdit, onRemove }: Props) => (
  <ul ref={ref} aria-label="Synonyms" className="rounded-md border border-line-strong">
    {synonyms.map((synonym, at) => (
      <li
        key={JSON.stringify(synonym)}
        aria-current={synonym === edited || undefined}
        className={classNames(
          'flex min-h-10 items-center gap-2 border-t border-line py-1 pr-1.5 pl-3 first:border-t-0',
          synonym === edited && 'bg-selected',
        )}
      >
        <Words {...synonym} />
        {synonym.language && (
          <span className="ml-auto shrink-0 text-meta text-ink-3">{languageName(synonym.language)}</span>
        )}
        <span className={classNames('flex shrink-0', !synonym.language && 'ml-auto')}>
          <IconButton icon={Pencil} label={`Change ${nameOf(synonym)}`} onClick={() => onEdit(synonym)} />
          <IconButton icon={X} label={`Remove ${nameOf(synonym)}`} data-remove onClick={() => onRemove(at)} />
        </span>
      </li>
    ))}
  </ul>
)

const nameOf = ({ words }: Synonym) => words.join(', ')

const Words = ({ words, leadsTo }: Synonym) => (
  <span className="flex min-w-0 flex-wrap items-center gap-x-2 wrap-anywhere">
    {leadsTo.length > 0 ? (
      <>
        {words.join(', ')}
        <Icon of={ArrowRight} size={14} className="text-ink-3" />
        <VisuallyHidden>leads to</VisuallyHidden>
        {leadsTo.join(', ')}
      </>
    ) : (
      <>
        <Icon of={ArrowLeftRight} size={14} className="text-ink-3" />
        <VisuallyHidden>Both ways:</VisuallyHidden>
        {words.join(', ')}
      </>
    )}
  </span>
)

type SynonymFormProps = {
  initial: SynonymDraft
  others: Synonym[]
  languages: string[]
  isEdited: boolean
  isFull: boolean
  focus: 'words' | 'leadsTo' | undefined
  problem: Problem | undefined
  isPending: boolean
  onSave: (synonym: Synonym) => void
  onCancel: () => void
}

function SynonymForm(props: SynonymFormProps) {
  const { initial, others, languages, isEdited, isFull, focus, problem, isPending, onSave, onCancel } = props
  const [typed, setTyped] = useState(initial)
  // True after this form was sent. Before that, `isPending` may belong to the synonym saved before.
  const [isSent, setSent] = useState(false)
  const [faults, setFaults] = useState<Record<string, string>>()
  const fault = useFaults(faults)
  const form = useFocusOnFault(faults)
  const set = (changed: Partial<SynonymDraft>) => setTyped({ ...typed, ...changed })
  useLayoutEffect(() => {
    if (focus) form.current?.querySelector<HTMLElement>(`[name=${focus}]`)?.focus()
  }, [form, focus])

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = faultsIn(typed, others)
    const isRight = Object.keys(found).length === 0
    setFaults(isRight ? undefined : found)
    if (!isRight) return
    setSent(true)
    onSave(synonymOf(typed))
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <RadioGroup
        label="Direction"
        name="direction"
        options={directions}
        value={typed.isOneWay ? 'one' : 'both'}
        onChange={(chosen) => set({ isOneWay: chosen === 'one' })}
      />
      <WordsField
        label={typed.isOneWay ? 'Search for' : 'Words'}
        name="words"
        value={typed.words}
        fault={fault('words')}
        onChange={(words) => set({ words })}
      />
      {typed.isOneWay && (
        <WordsField
          label="Also finds"
          name="leadsTo"
          value={typed.leadsTo}
          fault={fault('leadsTo')}
          onChange={(leadsTo) => set({ leadsTo })}
        />
      )}
      {(languages.length > 1 || typed.language !== everyLanguage) && (
        <Field label="Language">
          <Select
            options={[
              { value: everyLanguage, label: 'All languages' },
              ...languages.map((value) => ({ value, label: languageName(value) })),
            ]}
            value={typed.language}
            onChange={(language) => set({ language })}
          />
        </Field>
      )}
      <p className="flex gap-2">
        <Button
          type="submit"
          variant="primary"
          busy={isSent && isPending}
          disabledReason={isFull ? `At most ${mostSynonyms} synonyms` : undefined}
        >
          {isEdited ? 'Save' : 'Add synonym'}
        </Button>
        {isEdited && <Button onClick={onCancel}>Cancel</Button>}
      </p>
    </form>
  )
}

const directions = [
  { value: 'both', label: 'Both ways', description: 'A search for one word also finds the others.' },
  {
    value: 'one',
    label: 'One way',
    description: 'A search for the words in “Search for” also finds the words in “Also finds”, but not the reverse.',
  },
] as const

type WordsProps = {
  label: string
  name: 'words' | 'leadsTo'
  value: string
  fault: ReturnType<ReturnType<typeof useFaults>>
  onChange: (words: string) => void
}

const WordsField = ({ label, name, value, fault, onChange }: WordsProps) => (
  <Field label={label} help="Separate words with commas. At most 20 words" {...fault}>
    <Input name={name} value={value} maxLength={1300} autoComplete="off" onText={onChange} />
  </Field>
)
