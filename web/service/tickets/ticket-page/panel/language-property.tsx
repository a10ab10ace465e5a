import type { changeCustomer } from '#contract/workspace/customers.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { none } from '#web/service/tickets/ticket/choices.tsx'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import { Property } from '#web/ui/page/side-panel.tsx'
import type { PanelProps } from './panel-props.ts'

type Props = Pick<PanelProps, 'customer' | 'languages' | 'canWrite'>

/** What the customer is answered in: articles are looked for in it first. */
export function LanguageProperty({ customer: { id, language }, languages, canWrite }: Props) {
  const changing = useWrite(
    (next: string | null) =>
      ask<typeof changeCustomer>('PATCH', '/api/v1/customers/:id', { params: { id }, body: { language: next } }),
    { inTurn: true, tellsProblem: true },
  )
  const shown = changing.underWay.length > 0 ? changing.underWay.at(-1)! : language
  // One in which nothing is written yet may be theirs as well.
  const known = language && !languages.includes(language) ? [...languages, language] : languages
  if (known.length < 2) return null
  return (
    <Property label="Language">
      <InlineValue
        label="Language"
        options={[
          { value: none, label: 'Not known' },
          ...known.map((value) => ({ value, label: languageName(value) })),
        ]}
        value={shown ?? none}
        disabled={!canWrite}
        onChange={(next) => changing.write(next === none ? null : next)}
      />
    </Property>
  )
}
