import type { changeContentModel } from '#contract/content/models.ts'
import type { Model, ShownField } from '#web/cms/settings/model-page.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'

/**
 * Fields of a component that were set to have a value for each language before that had an effect. An admin must
 * choose.
 */
export function AwaitedChoices({ model, fields }: { model: Model; fields: ShownField[] }) {
  const awaiting = fields.filter(({ awaitsLocalized }) => awaitsLocalized)
  const keep = useWrite(
    () =>
      ask<typeof changeContentModel>('PATCH', '/api/v1/content-models/:id', {
        params: { id: model.id },
        query: {},
        body: { fields: awaiting.map(({ id }) => ({ id, localized: false })) },
      }),
    {
      done: () => 'All languages share the value',
      // The banner disappears, so the focus moves to the fields below.
      onAnswer: () => document.querySelector<HTMLElement>('[data-row] button')?.focus(),
    },
  )
  if (awaiting.length === 0) return null
  const names = new Intl.ListFormat('en').format(awaiting.map(({ label }) => label))
  return (
    <Banner tone={keep.problem ? 'danger' : 'warning'} className="m-4 md:mx-5">
      <p>
        {names} {awaiting.length === 1 ? 'was' : 'were'} set to have a value for each language. In a component this had
        no effect until now, so all languages share one value. To change that, edit the field and check “A value for
        each language”. You see the effects before you save.
      </p>
      {keep.problem && <p className="mt-1">{keep.problem.detail}</p>}
      <Button size="sm" className="mt-2" busy={keep.isPending} onClick={() => keep.write()}>
        Keep one value for all languages
      </Button>
    </Banner>
  )
}
