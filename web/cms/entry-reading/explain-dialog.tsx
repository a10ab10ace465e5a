import { CircleCheck, CircleMinus } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Explanation, listContent } from '#contract/content/delivery.ts'
import type { ApiKey, listApiKeys } from '#contract/workspace/api-keys.ts'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { ReadingProps } from './request-of.ts'

const anyKey = 'key'
const visitor = 'visitor'

/** Why the entry does not stand in a list that a site asks for, or where it stands. */
export function ExplainDialog(props: ReadingProps) {
  const { entry, model, language, languages, viewer, actions } = props
  const [query, setQuery] = useState(language === languages[0] ? '' : `locale=${encodeURIComponent(language)}`)
  const [reader, setReader] = useState(anyKey)
  const keys = useKeys(viewer.isAdmin)
  const { told, problem, isAsking, explain } = useExplanation(model.pluralKey, entry.id)
  const as = reader === anyKey ? undefined : reader
  // Also after something was mended from here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is asked when it is sent
  useEffect(() => explain(query, as), [as, entry.revision, entry.status])

  function submit(event: FormEvent) {
    event.preventDefault()
    explain(query, as)
  }

  const close = () => actions.setDialog(null)
  return (
    <Dialog open onClose={close} title="Why is this not live?" size="md">
      <form onSubmit={submit} noValidate>
        <DialogBody>
          <Field label="Query" help={`After /api/v1/content/${model.pluralKey}?`}>
            <Input
              value={query}
              placeholder="filter[category.slug]=news&sort=-publishedAt"
              spellCheck={false}
              autoComplete="off"
              className="font-mono"
              onChange={({ target }) => setQuery(target.value.replace(/^.*\?/, ''))}
            />
          </Field>
          <Field label="Who asks">
            <Select
              options={[
                { value: anyKey, label: 'A key for all models' },
                { value: visitor, label: 'Anyone, without a key' },
                ...keys.map(({ id, name }) => ({ value: id, label: `Key ${name}` })),
              ]}
              value={reader}
              onChange={setReader}
            />
          </Field>
          {problem && <Banner tone="danger">{problem}</Banner>}
          <div aria-live="polite" aria-busy={isAsking}>
            {told ? <Reasons {...props} told={told} /> : !problem && <p className="text-ink-3">Looking…</p>}
          </div>
          {told && <Steps told={told} />}
        </DialogBody>
        <DialogFooter>
          <Button size="md" onClick={close}>
            Close
          </Button>
          <Button size="md" variant="primary" type="submit" busy={isAsking}>
            Look again
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

/** Active keys that read content. Only admins can list keys. */
function useKeys(isAdmin: boolean) {
  const [keys, setKeys] = useState<ApiKey[]>([])
  useEffect(() => {
    if (!isAdmin) return
    const ending = new AbortController()
    ask<typeof listApiKeys>('GET', '/api/v1/api-keys', { query: { limit: '100' }, signal: ending.signal })
      .then(({ answer }) => setKeys(answer?.items.filter(({ state }) => state === 'live') ?? []))
      .catch(() => {})
    return () => ending.abort()
  }, [isAdmin])
  return keys
}

type ReasonsProps = ReadingProps & { told: Explanation }
type Reason = NonNullable<Explanation['entry']>['reasons'][number]

const Reasons = ({ told, ...props }: ReasonsProps) => (
  <ul aria-label="Reasons" className="grid gap-2">
    {told.entry?.reasons.map((reason) => (
      <li key={reason.text} className="flex min-h-7 items-center gap-2.5">
        <Icon
          of={reason.code === 'appears' ? CircleCheck : CircleMinus}
          size={14}
          className={reason.code === 'appears' ? 'text-green-ink' : 'text-red-ink'}
        />
        <span className="min-w-0 wrap-anywhere">{reason.text}</span>
        <Mend {...props} reason={reason} />
      </li>
    ))}
  </ul>
)

/** The way on, where there is one from here. */
function Mend({ entry, model, language, viewer, actions, reason }: ReadingProps & { reason: Reason }) {
  const isUnpublished = reason.code === 'not-published' || reason.code === 'planned'
  if (isUnpublished && reason.language === language && entry.canPublish)
    return (
      <Button className="ml-auto shrink-0" busy={actions.isPending} onClick={actions.publish}>
        Publish
      </Button>
    )
  if (reason.code === 'not-public' && viewer.isAdmin)
    return (
      <TextLink className="ml-auto shrink-0" href={`/cms/settings/models/${encodeURIComponent(model.key)}`}>
        Open the model
      </TextLink>
    )
  return null
}

/** How the list was found, for whoever makes it faster. */
const Steps = ({ told: { statement, plan, milliseconds } }: { told: Explanation }) => (
  <details className="min-w-0">
    <summary className="cursor-default text-ink-2">How the list is found, in {milliseconds.toFixed(2)} ms</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
    <section tabIndex={0} aria-label="Steps" className="mt-2 max-h-60 overflow-auto rounded-sm bg-press px-3 py-2">
      <ol className="font-mono text-meta">
        {plan.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name, and stand still
          <li key={at} className="whitespace-pre">
            {'  '.repeat(step.depth)}
            {step.node}
            {step.index ? ` by ${step.index}` : step.relation ? ` of ${step.relation}` : ''}, {plural(step.rows, 'row')}
            {step.removed > 0 && `, ${step.removed} skipped`}
          </li>
        ))}
      </ol>
      <p className="mt-2 font-mono text-meta wrap-anywhere text-ink-2">{statement}</p>
    </section>
  </details>
)

/** How a list is answered with an entry in mind; the last question counts, and its answer stays while the next one comes. */
function useExplanation(model: string, entry: string) {
  const [told, setTold] = useState<Explanation>()
  const [problem, setProblem] = useState('')
  const [isAsking, setAsking] = useState(false)
  const underWay = useRef<AbortController>(undefined)
  useEffect(() => () => underWay.current?.abort(), [])

  function explain(query: string, as: string | undefined) {
    underWay.current?.abort()
    const asking = new AbortController()
    underWay.current = asking
    setAsking(true)
    const said = Object.fromEntries(new URLSearchParams(query))
    ask<typeof listContent>('GET', '/api/v1/content/:model', {
      params: { model },
      query: { ...said, explain: '1', entry, ...(as && { as }) },
      signal: asking.signal,
    })
      .then(({ answer, problem: refused }) => {
        setTold(answer?._explanation)
        setProblem(refused?.detail ?? '')
        setAsking(false)
      })
      .catch(() => {})
  }

  return { told, problem, isAsking, explain }
}
