import { Tag as TagIcon } from 'lucide-react'
import { useState } from 'react'
import type { Batch } from '#contract/bulk/batches.ts'
import { type deleteTag, listTags, type Tag } from '#contract/tickets/tags.ts'
import { api } from '#web/lib/api.ts'
import { BatchReport } from '#web/lib/batch/batch-report.tsx'
import { endedWords } from '#web/lib/batch/batch-words.ts'
import { loadLastBatch } from '#web/lib/batch/load-last-batch.ts'
import { UncountedPager } from '#web/lib/list/cursor-pager.tsx'
import { ListSearch } from '#web/lib/list/list-search.tsx'
import { withQuery } from '#web/lib/list/with-query.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { requireService } from '#web/service/require-service.ts'
import { SettingsFrame } from '#web/service/settings/settings-frame.tsx'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import { countText, listHref } from '#web/service/tickets/ticket/views.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SettingsForm, SettingsSection } from '#web/ui/page/settings-section.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/tags.ts'

const pageSize = 50
const path = '/service/settings/tags'

export const meta = () => [{ title: 'Tags · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireService(context)
  const { searchParams } = new URL(request.url)
  const [q, cursor] = [searchParams.get('q')?.trim().slice(0, 50) ?? '', searchParams.get('cursor')]
  const { call } = context.get(api)
  const [tags, batch] = await Promise.all([
    call(listTags, { query: { q, cursor: cursor ?? undefined, limit: pageSize } }),
    loadLastBatch(call, 'tag-change'),
  ])
  return { q, cursor, tags, batch }
}

const hrefOf = (q: string, cursor: string | null = null): string => withQuery(path, { q, cursor })
const loadDialog = () => import('./tag-rename-dialog.tsx')

export default function Tags({ loaderData: { q, cursor, tags, batch } }: Route.ComponentProps) {
  const [renamed, setRenamed] = useState<Tag>()
  const [questioned, setQuestioned] = useState<Tag>()
  const dialog = useLazyModule(loadDialog, renamed !== undefined)
  useLiveReload(({ type }) => type === 'tags.changed' || type === 'batch.changed')
  const deleting = useWrite(
    ({ name }: Tag) => ask<typeof deleteTag>('DELETE', '/api/v1/tags/:tag', { params: { tag: name } }),
    { tellsProblem: true },
  )
  const { items } = tags
  return (
    <SettingsFrame title="Tags">
      <BatchReport batch={batch} wordsOf={batchWords} hrefOf={ticketHref} />
      <ScrollArea>
        <SettingsForm>
          <SettingsSection
            title="Tags of tickets"
            description="A tag exists while a ticket has it. Upper and lower case and accents make no difference."
          >
            {items.length > 0 || q ? (
              <>
                <div className="flex flex-wrap items-center justify-between gap-2">
                  <ListSearch
                    label="Search tags"
                    q={q}
                    hrefOf={hrefOf}
                    group="Tags"
                    keyLabel="Search tags"
                    maxLength={50}
                  />
                  <UncountedPager list={tags} cursor={cursor} hrefOf={(at) => hrefOf(q, at)} />
                </div>
                {items.length > 0 ? (
                  <TagList tags={items} onRename={setRenamed} onDelete={setQuestioned} />
                ) : (
                  <p role="status" className="text-ink-3">
                    No tag begins with “{q}”.
                  </p>
                )}
              </>
            ) : (
              <EmptyState icon={TagIcon} title="No tags yet">
                Press T on a ticket to tag it. The tag is then listed here.
              </EmptyState>
            )}
          </SettingsSection>
        </SettingsForm>
      </ScrollArea>
      {renamed && dialog && <dialog.TagRenameDialog tag={renamed} onClose={() => setRenamed(undefined)} />}
      <ConfirmDialog
        open={questioned !== undefined}
        onClose={() => setQuestioned(undefined)}
        title={`Delete ${questioned?.name ?? 'this tag'}?`}
        confirmLabel="Delete tag"
        onConfirm={() => {
          deleting.write(questioned!)
          setQuestioned(undefined)
        }}
      >
        {questioned &&
          `${ticketWords(questioned, 'loses', 'lose')} the tag, and so do tickets in spam and trash. You can undo this on this page. Macros lose it, and saved views with this tag find nothing.`}
      </ConfirmDialog>
    </SettingsFrame>
  )
}

type ListProps = { tags: Tag[]; onRename: (tag: Tag) => void; onDelete: (tag: Tag) => void }

const TagList = ({ tags, onRename, onDelete }: ListProps) => (
  <ul aria-label="Tags" className="rounded-md border border-line-strong">
    {tags.map((tag) => (
      <li key={tag.name} className="flex items-center gap-2 border-t border-line py-1 pr-1.5 pl-3 first:border-t-0">
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
          <TextLink
            href={listHref({ view: 'all', q: `tag:"${tag.name.replace(/["\\]/g, '\\$&')}"` })}
            className="truncate"
          >
            {tag.name}
          </TextLink>
          <span className="text-meta text-ink-3">{ticketWords(tag)}</span>
        </span>
        <span className="flex shrink-0">
          <Button variant="ghost" aria-label={`Rename ${tag.name}`} onClick={() => onRename(tag)}>
            Rename
          </Button>
          <Button variant="ghost" aria-label={`Delete ${tag.name}`} onClick={() => onDelete(tag)}>
            Delete
          </Button>
        </span>
      </li>
    ))}
  </ul>
)

const ticketWords = ({ count, isMore }: Tag, one = '', many = '') =>
  `${countText(count, isMore)} ${count === 1 && !isMore ? `ticket ${one}` : `tickets ${many}`}`.trim()

function batchWords(batch: Batch) {
  const { tag, name } = batch.input as { tag: string; name: string | null }
  const noun = ['ticket', 'tickets'] as const
  if (batch.undoes) return { doing: `Restoring ${tag}`, ended: endedWords(batch, `got the tag ${tag} again`, noun) }
  return name === null
    ? { doing: `Deleting ${tag}`, ended: endedWords(batch, `lost the tag ${tag}`, noun) }
    : { doing: `Renaming ${tag} to ${name}`, ended: endedWords(batch, `got the tag ${name} instead of ${tag}`, noun) }
}
