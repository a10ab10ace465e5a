import { Ellipsis, ImageIcon, Plus } from 'lucide-react'
import { useState } from 'react'
import { type deleteMediaPreset, listMediaPresets, type MediaPreset } from '#contract/content/media-presets.ts'
import { listContentModels } from '#contract/content/models.ts'
import { modelLink, SettingsFrame } from '#web/cms/settings/settings-frame.tsx'
import { api } from '#web/lib/api.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import type { Route } from './+types/pictures.ts'
import { cropWords, fitWords, formatWords, PresetDialog, sizeWords } from './preset-dialog.tsx'

export const meta = () => [{ title: 'Pictures · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const [presets, models] = await Promise.all([call(listMediaPresets, {}), call(listContentModels, { query: {} })])
  return { presets: presets.items, models: models.items.map(modelLink) }
}

export default function Pictures({ loaderData: { presets, models } }: Route.ComponentProps) {
  const [edited, setEdited] = useState<MediaPreset | 'new'>()
  const [questioned, setQuestioned] = useState<MediaPreset>()
  useLiveReload(({ type }) => type === 'media.changed')
  useShortcuts({ c: { label: 'New preset', run: () => setEdited('new') } }, { group: 'Pictures' })
  const deleting = useWrite(
    ({ id }: MediaPreset) => ask<typeof deleteMediaPreset>('DELETE', '/api/v1/media-presets/:id', { params: { id } }),
    { done: (_, { name }) => `${name} deleted`, tellsProblem: true },
  )
  return (
    <SettingsFrame
      title="Pictures"
      models={models}
      actions={
        <Button variant="primary" icon={Plus} keys="C" onClick={() => setEdited('new')}>
          <span className="max-md:sr-only">New preset</span>
        </Button>
      }
    >
      <ScrollArea>
        {presets.length === 0 ? (
          <div className="grid h-full place-content-center">
            <EmptyState
              icon={ImageIcon}
              title="No presets yet"
              actions={<Button onClick={() => setEdited('new')}>Create a preset</Button>}
            >
              A preset is a named picture size. Your site requests <code>?preset=card</code>, and you set the size of
              card here.
            </EmptyState>
          </div>
        ) : (
          <Table label="Presets">
            <TableHead className="max-md:hidden">
              <HeaderCell className="pl-4 md:pl-5">Name</HeaderCell>
              <HeaderCell className="w-36">Size</HeaderCell>
              <HeaderCell className="w-72">Fit</HeaderCell>
              <HeaderCell className="w-52">Format</HeaderCell>
              <HeaderCell className="w-24">
                <span className="sr-only">Actions</span>
              </HeaderCell>
            </TableHead>
            <TableBody>
              {presets.map((preset) => (
                <TableRow key={preset.id} className="article-row">
                  <Cell className="pl-4 max-md:pt-2.5 md:pl-5">
                    <button type="button" className="font-mono hover:underline" onClick={() => setEdited(preset)}>
                      {preset.name}
                    </button>
                  </Cell>
                  <Cell className="text-ink-2 tabular-nums max-md:row-start-2 max-md:pt-0">{sizeWords(preset)}</Cell>
                  <Cell className="text-ink-2 max-md:hidden">
                    {fitWords[preset.fit]}
                    {preset.fit === 'cover' && preset.width && preset.height && `, ${cropWords[preset.crop]}`}
                  </Cell>
                  <Cell className="text-ink-2 max-md:hidden">
                    {formatWords[preset.format]}, {preset.quality}
                  </Cell>
                  <Cell align="right" className="max-md:row-span-2 max-md:row-start-1 max-md:self-center max-md:pr-2">
                    <span className="inline-flex items-center gap-1">
                      <CopyButton text={`?preset=${preset.name}`} label={`Copy the URL parameter of ${preset.name}`} />
                      <Menu
                        align="end"
                        label={preset.name}
                        items={[
                          { label: 'Change…', onSelect: () => setEdited(preset) },
                          { label: 'Delete…', danger: true, onSelect: () => setQuestioned(preset) },
                        ]}
                        button={<IconButton icon={Ellipsis} size="sm" label={`Actions for ${preset.name}`} />}
                      />
                    </span>
                  </Cell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </ScrollArea>
      {edited && <PresetDialog preset={edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        open={questioned !== undefined}
        onClose={() => setQuestioned(undefined)}
        title={`Delete ${questioned?.name ?? 'this preset'}?`}
        confirmLabel="Delete preset"
        onConfirm={() => {
          deleting.write(questioned!)
          setQuestioned(undefined)
        }}
      >
        The pictures are kept. URLs with this preset stop working.
      </ConfirmDialog>
    </SettingsFrame>
  )
}
