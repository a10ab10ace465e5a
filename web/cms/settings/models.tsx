import { Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { listContentModels, type undeleteContentModel } from '#contract/content/models.ts'
import { api } from '#web/lib/api.ts'
import { Time } from '#web/lib/time/time.tsx'
import { formatCount, plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Cell, HeaderCell, RowLink, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import type { Route } from './+types/models.ts'
import { CreateModel } from './create-model.tsx'
import { modelIcon } from './model-icons.ts'
import { modelHref, SettingsFrame } from './settings-frame.tsx'

export const meta = () => [{ title: 'Models · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const [there, deleted] = await Promise.all([
    call(listContentModels, { query: {} }),
    call(listContentModels, { query: { deleted: 'true' } }),
  ])
  return {
    models: there.items.map(({ id, key, name, kind, icon, fields, entryCount, isPublic }) => ({
      ...{ id, key, name, kind, icon, entryCount, isPublic },
      fieldCount: fields.filter(({ deletedAt }) => deletedAt === null).length,
    })),
    deleted: deleted.items.map(({ id, name, key, deletedAt }) => ({ id, name, key, deletedAt: deletedAt! })),
  }
}

type ModelsData = Route.ComponentProps['loaderData']

export default function Models({ loaderData: { models, deleted } }: Route.ComponentProps) {
  const [isCreating, setCreating] = useState(false)
  useShortcuts({ c: { label: 'New model', run: () => setCreating(true) } }, { group: 'Models' })
  const create = (
    <Button variant="primary" icon={Plus} keys="C" onClick={() => setCreating(true)}>
      <span className="max-md:sr-only">New model</span>
    </Button>
  )
  return (
    <SettingsFrame title="Models" models={models} actions={create}>
      <ScrollArea>
        {models.length === 0 ? (
          <div className="grid h-full place-content-center">
            <EmptyState
              icon={Layers}
              title="No models yet"
              actions={<Button onClick={() => setCreating(true)}>Create a model</Button>}
            >
              A model defines the fields of your entries: a blog post with a title, a picture and a text.
            </EmptyState>
          </div>
        ) : (
          <ModelTable models={models} />
        )}
        {deleted.length > 0 && <Deleted models={deleted} />}
      </ScrollArea>
      <CreateModel open={isCreating} onClose={() => setCreating(false)} />
    </SettingsFrame>
  )
}

const kindNames = { collection: 'Collection', single: 'Single entry', component: 'Component' }

const ModelTable = ({ models }: Pick<ModelsData, 'models'>) => (
  <Table label="Models">
    <TableHead className="max-md:hidden">
      <HeaderCell className="pl-4 md:pl-5">Name</HeaderCell>
      <HeaderCell className="w-44">API name</HeaderCell>
      <HeaderCell className="w-32">Kind</HeaderCell>
      <HeaderCell className="w-20" align="right">
        Fields
      </HeaderCell>
      <HeaderCell className="w-24" align="right">
        Entries
      </HeaderCell>
    </TableHead>
    <TableBody>
      {models.map(({ id, key, name, kind, icon, fieldCount, entryCount }) => (
        <TableRow key={id} className="article-row">
          <Cell className="pl-4 max-md:col-span-2 max-md:pt-3.5 md:pl-5">
            <Icon of={modelIcon(icon)} size={14} className="mr-2 inline-block align-[-2px] text-ink-3" />
            <RowLink href={modelHref(key)}>{name}</RowLink>
          </Cell>
          <Cell className="font-mono text-meta text-ink-3 max-md:pt-0.5">{key}</Cell>
          <Cell className="text-ink-2 max-md:hidden">{kindNames[kind]}</Cell>
          <Cell align="right" className="max-md:hidden">
            {formatCount(fieldCount)}
          </Cell>
          <Cell align="right" className="max-md:pt-0.5 max-md:pr-4 max-md:text-meta">
            {kind === 'component' ? '–' : formatCount(entryCount)}
          </Cell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

function Deleted({ models }: { models: ModelsData['deleted'] }) {
  const { write, isPending } = useWrite(
    ({ id }: ModelsData['deleted'][number]) =>
      ask<typeof undeleteContentModel>('DELETE', '/api/v1/content-models/:id/trash', { params: { id } }),
    { done: (_, { name }) => `${name} restored`, tellsProblem: true },
  )
  return (
    <section className="border-t border-line px-4 py-4 md:px-5">
      <h2 className="mb-2 font-semibold">Deleted in the last 30 days</h2>
      <p className="mb-2 text-ink-3">{plural(models.length, 'model')}, with all entries.</p>
      <ul className="grid gap-1">
        {models.map((model) => (
          <li key={model.id} className="flex items-center gap-3">
            <span>{model.name}</span>
            <span className="text-meta text-ink-3">
              <Time at={model.deletedAt} />
            </span>
            <Button size="sm" busy={isPending} onClick={() => write(model)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
