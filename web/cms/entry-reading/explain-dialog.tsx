import { CircleCheck, CircleMinus } from 'lucide-react'
import { useState } from 'react'
import type { Explanation, listContent } from '#contract/content/delivery.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listApiKeys } from '#contract/workspace/api-keys.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { ReadingProps } from './request-of.ts'

const anyKey = 'key'

export function ExplainDialog(props: ReadingProps) {
  const { entry, model, language, languages, viewer, actions } = props
  const [query, setQuery] = useState(language === languages[0] ? '' : `locale=${encodeURIComponent(language)}`)
  const [reader, setReader] = useState(anyKey)
  const as = reader === anyKey ? undefined : reader
  const { answer, problem, isReading, tryAgain } = useAnswer(
    JSON.stringify([as, entry.revision, entry.status]),
    (signal) =>
      ask<typeof listContent>('GET', '/api/v1/content/:model', {
        params: { model: model.pluralKey },
        query: { ...Object.fromEntries(new URLSearchParams(query)), explain: '1', entry: entry.id, ...(as && { as }) },
        signal,
      }),
  )
  const explanation = answer?._explanation
  const keys = useAnswer<AnswerOf<typeof listApiKeys>>(String(viewer.isAdmin), async (signal) =>
    viewer.isAdmin ? ask<typeof listApiKeys>('GET', '/api/v1/api-keys', { query: { limit: '100' }, signal }) : {},
  )
  const liveKeys = keys.answer?.items.filter(({ state }) => state === 'live') ?? []

  const close = () => actions.setDialog(null)
  return (
    <Dialog open onClose={close} title="Why is this not live?" size="md">
      <DialogForm label="Check again" cancelLabel="Close" busy={isReading} onClose={close} onSubmit={tryAgain}>
        <Field label="Query" help={`Query parameters after /api/v1/content/${model.pluralKey}?`}>
          <Input
            value={query}
            placeholder="filter[category.slug]=news&sort=-publishedAt"
            spellCheck={false}
            autoComplete="off"
            className="font-mono"
            onChange={({ target }) => setQuery(target.value.replace(/^.*\?/, ''))}
          />
        </Field>
        <Field label="Caller">
          <Select
            options={[
              { value: anyKey, label: 'A key for all models' },
              { value: 'visitor', label: 'Anyone, without a key' },
              ...liveKeys.map(({ id, name }) => ({ value: id, label: `Key ${name}` })),
            ]}
            value={reader}
            onChange={setReader}
          />
        </Field>
        {problem && <Banner tone="danger">{problem}</Banner>}
        <div aria-live="polite" aria-busy={isReading}>
          {explanation ? (
            <Reasons {...props} explanation={explanation} />
          ) : (
            !problem && <p className="text-ink-3">Loading…</p>
          )}
        </div>
        {explanation && <Steps {...explanation} />}
      </DialogForm>
    </Dialog>
  )
}

type ReasonsProps = ReadingProps & { explanation: Explanation }
type Reason = NonNullable<Explanation['entry']>['reasons'][number]

const Reasons = ({ explanation, ...props }: ReasonsProps) => (
  <ul aria-label="Reasons" className="grid gap-2">
    {explanation.entry?.reasons.map((reason) => (
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

const Steps = ({ statement, plan, milliseconds }: Explanation) => (
  <details className="min-w-0">
    <summary className="cursor-default text-ink-2">Query plan ({milliseconds.toFixed(2)} ms)</summary>
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
