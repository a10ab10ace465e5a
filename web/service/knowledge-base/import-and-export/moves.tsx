import { type ComponentProps, type FormEvent, useState } from 'react'
import { type beginExport, listExports } from '#contract/bulk/exports.ts'
import { listImports } from '#contract/bulk/imports.ts'
import { listCategories } from '#contract/knowledge-base/categories.ts'
import { api } from '#web/lib/api.ts'
import { UncountedPager } from '#web/lib/list/cursor-pager.tsx'
import { withQuery } from '#web/lib/list/with-query.ts'
import { Time } from '#web/lib/time/time.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { ExportLine } from '#web/service/exports/export-line.tsx'
import { type ExportRow, isExportAtWork } from '#web/service/exports/export-words.ts'
import { movesPath, overviewHref } from '#web/service/knowledge-base/article/addresses.ts'
import { categoryLines } from '#web/service/knowledge-base/article/loader-fields.ts'
import type { CategoryLine } from '#web/service/knowledge-base/article/types.ts'
import { pathWords } from '#web/service/knowledge-base/article/words.ts'
import { requireService } from '#web/service/require-service.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { Pane, Panes } from '#web/ui/page/panes.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/moves.ts'
import { importHref } from './addresses.ts'
import { importWords, isAtWork, kindName, progressOf } from './describe-moves.ts'
import { ImportForm } from './import-form.tsx'
import { useFollowing } from './use-following.ts'

const shown = 25

export const meta: Route.MetaFunction = () => [{ title: 'Import and export of articles · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const search = new URL(request.url).searchParams
  const [viewer, imports, exports, { items }] = await Promise.all([
    requireService(context),
    call(listImports, { query: { limit: shown, cursor: search.get('imports') ?? undefined } }),
    call(listExports, { query: { kind: 'articles', limit: shown, cursor: search.get('exports') ?? undefined } }),
    call(listCategories, { query: {} }),
  ])
  return {
    canWrite: viewer.service?.state !== 'ended',
    cursors: { imports: search.get('imports'), exports: search.get('exports') },
    imports,
    exports,
    categories: categoryLines(items),
  }
}

export default function Moves({
  loaderData: { canWrite, cursors, imports, exports, categories },
}: Route.ComponentProps) {
  useFollowing([...imports.items, ...exports.items].some(isAtWork))
  const pagerOf = (list: 'imports' | 'exports') => (cursor: string | null) =>
    withQuery(movesPath, { ...cursors, [list]: cursor })
  return (
    <>
      <PageBar title="Import and export" back={{ href: overviewHref, label: 'Back to the knowledge base' }} />
      <ScrollArea>
        <Panes layout="1-1">
          <Pane title="Import articles">
            <ImportForm canWrite={canWrite} />
          </Pane>
          <Pane title="Export articles">
            <ExportForm categories={categories} isAtWork={exports.items.some(isExportAtWork)} />
          </Pane>
        </Panes>
        <Panes layout="1-1">
          <Pane title="Imports" flush>
            {imports.items.length === 0 ? (
              <p className="px-4 text-ink-3 md:px-5">No imports yet.</p>
            ) : (
              <ul aria-label="Imports" className="border-t border-line">
                {imports.items.map((row) => (
                  <li key={row.id} className="grid gap-1 border-b border-line px-4 py-2.5 md:px-5">
                    <p className="flex items-baseline gap-2">
                      <TextLink href={importHref(row.id)} className="truncate">
                        {row.fileName}
                      </TextLink>
                      <span className="ml-auto shrink-0 text-meta text-ink-3">
                        <Time at={row.createdAt} />
                      </span>
                    </p>
                    <p className="wrap-anywhere text-ink-2">{importWords(row)}</p>
                    <p className="text-meta text-ink-3">
                      {kindName(row.kind)} · {row.askedBy.name}
                    </p>
                    {row.state === 'running' && (
                      <ProgressBar label={`Importing ${row.fileName}`} {...progressOf(row)} />
                    )}
                  </li>
                ))}
              </ul>
            )}
            <More list={imports} cursor={cursors.imports} hrefOf={pagerOf('imports')} />
          </Pane>
          <Pane title="Exports" flush>
            {exports.items.length === 0 ? (
              <p className="px-4 text-ink-3 md:px-5">No exports yet.</p>
            ) : (
              <ul aria-label="Exports" className="border-t border-line">
                {exports.items.map((row) => (
                  <ExportLine key={row.id} row={row} name={nameOf(row, categories)} noun="article" />
                ))}
              </ul>
            )}
            <More list={exports} cursor={cursors.exports} hrefOf={pagerOf('exports')} />
          </Pane>
        </Panes>
      </ScrollArea>
    </>
  )
}

const More = (props: ComponentProps<typeof UncountedPager>) => (
  <div className="flex justify-end px-4 pt-3 empty:hidden md:px-5">
    <UncountedPager {...props} />
  </div>
)

const formats = [
  { value: 'markdown', label: 'Markdown', description: 'With front matter and pictures. It can be imported again.' },
  { value: 'html', label: 'HTML', description: 'A page for each text, with its pictures' },
] as const

type ExportInput = { format: 'markdown' | 'html'; category: string | null }

function ExportForm({ categories, isAtWork }: { categories: CategoryLine[]; isAtWork: boolean }) {
  const [format, setFormat] = useState<ExportInput['format']>('markdown')
  const [category, setCategory] = useState('')
  const { write, problem, isPending } = useWrite(
    (options: ExportInput) =>
      ask<typeof beginExport>('POST', '/api/v1/exports', { body: { kind: 'articles', options } }),
    { inTurn: 'unless-same' },
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isAtWork) write({ format, category: category || null })
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {problem && <Banner tone="danger">{problem.detail}</Banner>}
      <RadioGroup label="Format" name="format" options={formats} value={format} onChange={setFormat} />
      <Field label="Which articles">
        <Select
          options={[
            { value: '', label: 'All articles' },
            ...categories.map(({ id }) => ({ value: id, label: pathWords(categories, id) })),
          ]}
          value={category}
          onChange={setCategory}
        />
      </Field>
      <p>
        <Button
          type="submit"
          variant="primary"
          busy={isPending}
          disabledReason={isAtWork ? 'Another export is running' : undefined}
        >
          Export
        </Button>
      </p>
    </form>
  )
}

function nameOf({ options: { category, format } }: ExportRow, categories: CategoryLine[]): string {
  const what = typeof category === 'string' ? pathWords(categories, category) || 'A category' : 'All articles'
  return `${what}, as ${format === 'html' ? 'HTML' : 'Markdown'}`
}
