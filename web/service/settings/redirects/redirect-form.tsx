import { type FormEvent, useState } from 'react'
import type { createRedirect } from '#contract/knowledge-base/redirects.ts'
import type { Problem } from '#contract/refusals.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { ArticleChoice, type ChosenArticle } from '#web/service/knowledge-base/article/article-choice.tsx'
import type { CategoryLine } from '#web/service/knowledge-base/article/types.ts'
import { pathWords } from '#web/service/knowledge-base/article/words.ts'
import { Button } from '#web/ui/button/button.tsx'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { removeRedirect } from './redirects.tsx'

type NewRedirect = { path: string; article: string | null; category: string | null }
type Kind = 'article' | 'category' | 'gone'

const addRedirect = (body: NewRedirect) =>
  ask<typeof createRedirect>('POST', '/api/v1/knowledge-base/redirects', { body })

export function RedirectForm({ categories }: { categories: CategoryLine[] }) {
  const [path, setPath] = useState('')
  const [kind, setKind] = useState<Kind>('article')
  const [article, setArticle] = useState<ChosenArticle | null>(null)
  const [category, setCategory] = useState('')
  const [missing, setMissing] = useState<Record<string, string>>()
  const { write, problem, underWay } = useWrite(addRedirect, {
    inTurn: true,
    done: () => 'Redirect added',
    undo: ({ id }) => removeRedirect(id),
    onAnswer: begin,
  })
  const faults = missing ?? faultsIn(problem)
  const fault = useFaults(faults)
  const form = useFocusOnFault(faults)

  /** The form starts again at the URL. */
  function begin() {
    setPath('')
    setArticle(null)
    setCategory('')
    form.current?.querySelector<HTMLElement>('[name=path]')?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = {
      ...(path.trim() === '' && { path: 'Enter a URL' }),
      ...(kind === 'article' && !article && { article: 'Choose an article' }),
      ...(kind === 'category' && !category && { category: 'Choose a category' }),
    }
    const isRight = Object.keys(found).length === 0
    setMissing(isRight ? undefined : found)
    if (!isRight) return
    write({ path, article: kind === 'article' ? article!.id : null, category: kind === 'category' ? category : null })
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4">
      {problem && !missing && !faultsIn(problem) && <Banner tone="danger">{problem.detail}</Banner>}
      <Field
        label="Old URL"
        help="The path only: /hc/articles/12. Use * for any part: /manual/* matches everything below /manual."
        {...fault('path')}
      >
        <Input
          name="path"
          value={path}
          maxLength={1000}
          placeholder="/hc/articles/12"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setPath(event.target.value)}
        />
      </Field>
      <RadioGroup
        label="Redirect to"
        name="target"
        options={targets}
        value={kind}
        onChange={(chosen) => setKind(chosen)}
      />
      {kind === 'article' && <ArticleChoice article={article} onChoose={setArticle} fault={fault('article')} />}
      {kind === 'category' && (
        <Field label="Category" {...fault('category')}>
          <InlineValue
            label="Category"
            options={categories.map(({ id }) => ({ value: id, label: pathWords(categories, id) }))}
            value={category}
            onChange={setCategory}
          />
        </Field>
      )}
      <p>
        <Button type="submit" variant="primary" busy={underWay.some((sent) => sent.path === path)}>
          Add redirect
        </Button>
      </p>
    </form>
  )
}

const targets = [
  { value: 'article', label: 'An article', description: 'Permanent redirect (301) to an article.' },
  { value: 'category', label: 'A category', description: 'Permanent redirect (301) to a category page.' },
  {
    value: 'gone',
    label: 'Nothing',
    description: 'The page answers 410 Gone, and search engines remove it.',
  },
] as const

/** Faults of fields are shown at the fields. */
function faultsIn(problem: Problem | undefined): Record<string, string> | undefined {
  if (problem?.fields) return problem.fields
  const isOfArticle = problem?.code === 'article-not-found' || problem?.code === 'article-in-trash'
  if (problem?.code === 'category-not-found') return { category: problem.detail }
  return isOfArticle ? { article: problem.detail } : undefined
}
