import type { KeyboardEvent } from 'react'
import type { EditedArticle } from '#contract/knowledge-base/articles.ts'
import { lowerCase } from '#contract/letters/slug.ts'
import { useFault } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { Address } from './use-address.ts'

type Props = { article: EditedArticle; address: Address; canWrite: boolean }

export function SlugField({ article: { liveSlug }, address, canWrite }: Props) {
  const { slug, problem, asked, change, save, leave, giveUp } = address
  const fault = useFault(problem, problem?.fields?.slug ?? problem?.detail)
  const form = useFocusOnFault(undefined, asked)
  const isOtherLive = liveSlug !== null && liveSlug !== slug.trim()

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !address.isUnsaved()) return
    event.stopPropagation()
    giveUp()
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field
        label="Slug"
        help={isOtherLive && `The public URL uses ${liveSlug} until you publish. After that, the old URL redirects.`}
        {...fault}
      >
        <Input
          size="sm"
          disabled={!canWrite}
          value={slug}
          onChange={(event) => change(lowerCase(event.target.value).replace(/\s+/g, '-'))}
          onKeyDown={onKeyDown}
          onBlur={() => void leave()}
        />
      </Field>
      {problem && address.isUnsaved() && (
        <div className="mt-2">
          <Button onClick={giveUp}>Keep the one before</Button>
        </div>
      )}
    </form>
  )
}
