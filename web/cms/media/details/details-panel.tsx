import { Download, Replace, RotateCcw, Trash2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { changeMedia } from '#contract/content/media.ts'
import { UseLinks } from '#web/cms/entries/use-links.tsx'
import type { MediaChanges } from '#web/cms/media/changes/media-changes.tsx'
import { TileFrame } from '#web/cms/media/grid/media-tile.tsx'
import type { Asset, Folder, MediaUse } from '#web/cms/media/media-types.ts'
import { replaceFile } from '#web/cms/media/uploads/send-media.ts'
import { Time } from '#web/lib/time/time.tsx'
import { pathOptions } from '#web/lib/tree/path-options.ts'
import { formatBytes } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useReadAgain } from '#web/lib/write/read-again.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button, buttonLook } from '#web/ui/button/button.tsx'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Select } from '#web/ui/choice/select.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { useToast } from '#web/ui/notice/toast.tsx'
import { PanelSection, Property } from '#web/ui/page/side-panel.tsx'
import { WordsForm } from './words-form.tsx'

type Props = {
  open: { asset: Asset; uses: MediaUse[]; unseen: number }
  folders: Folder[]
  languages: string[]
  changes: MediaChanges
  closeHref: string
}

export function DetailsPanel({ open: { asset, uses, unseen }, folders, languages, changes, closeHref }: Props) {
  const ids = [asset.id]
  return (
    <aside
      aria-label="File details"
      className="overflow-auto border-l border-line bg-surface max-md:absolute max-md:inset-0 max-md:z-5"
    >
      <div className="flex items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 className="truncate font-[550]">{asset.name}</h2>
        <IconButton icon={X} label="Close the details" href={closeHref} />
      </div>
      <PanelSection>
        {asset.isTrashed ? (
          <TileFrame asset={asset} />
        ) : (
          <WordsForm key={`${asset.id} ${asset.hash}`} asset={asset} languages={languages} />
        )}
      </PanelSection>
      <PanelSection title="Used in">
        {uses.length + unseen === 0 ? (
          <p className="text-ink-3">Not used.</p>
        ) : (
          <UseLinks uses={uses} unseen={unseen} />
        )}
      </PanelSection>
      <PanelSection title="Details">
        <Facts asset={asset} folders={folders} changes={changes} />
      </PanelSection>
      <PanelSection>
        <div className="flex flex-wrap gap-2">
          <a href={asset.download} className={buttonLook({})}>
            <Icon of={Download} size={14} /> Download
          </a>
          {asset.isTrashed ? (
            <Button icon={RotateCcw} busy={changes.isPending} onClick={() => changes.takeBack(ids)}>
              Restore from the trash
            </Button>
          ) : (
            <>
              <ReplaceButton asset={asset} />
              <Button variant="ghost" icon={Trash2} busy={changes.isPending} onClick={() => changes.trash(ids)}>
                Delete
              </Button>
            </>
          )}
        </div>
      </PanelSection>
    </aside>
  )
}

const none = 'none'

function Facts({ asset, folders, changes }: Pick<Props, 'folders' | 'changes'> & { asset: Asset }) {
  const { write } = useWrite(
    (isPublic: boolean) =>
      ask<typeof changeMedia>('PATCH', '/api/v1/media/:id', { params: { id: asset.id }, body: { isPublic } }),
    { tellsProblem: true, done: ({ isPublic }) => (isPublic ? 'Public' : 'Not public: only signed URLs work') },
  )
  const move = (folder: string) => changes.move([asset.id], folder === none ? null : folder)
  return (
    <>
      <Property label="Kind">
        {asset.mime}
        {asset.width && asset.height ? `, ${asset.width} × ${asset.height}` : ''}, {formatBytes(asset.bytes)}
      </Property>
      <Property label="Added">
        <Time at={asset.createdAt} />
        {asset.createdBy && ` by ${asset.createdBy.name}`}
      </Property>
      {!asset.isTrashed && (
        <>
          <Property label="Folder">
            <Select
              label="Folder"
              size="sm"
              options={[{ value: none, label: 'No folder' }, ...pathOptions(folders)]}
              value={asset.folder ?? none}
              onChange={move}
            />
          </Property>
          <Property label="Public">
            <Switch label="Public" hideLabel checked={asset.isPublic} onChange={write} />
          </Property>
          <Property label="Address">
            <span className="min-w-0 flex-1 truncate text-ink-3">{asset.url}</span>
            <CopyButton text={asset.url} label="Copy the address" />
          </Property>
        </>
      )}
    </>
  )
}

const accepted: Partial<Record<Asset['kind'], string>> = { image: 'image/*', video: 'video/*', audio: 'audio/*' }

function ReplaceButton({ asset: { id, name, kind } }: { asset: Asset }) {
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const readAgain = useReadAgain()
  const showToast = useToast()

  async function replace(file: File) {
    const controller = new AbortController()
    running.current = controller
    setError(undefined)
    setProgress(0)
    try {
      await replaceFile(id, file, { onProgress: setProgress, signal: controller.signal })
      showToast({ text: 'Replaced' })
      await readAgain()
    } catch (cause) {
      if (cause instanceof Error && cause.name !== 'AbortError') setError(cause.message)
    } finally {
      setProgress(undefined)
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted[kind]}
        aria-label={`New file to replace ${name}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) replace(file)
          currentTarget.value = ''
        }}
      />
      {progress === undefined ? (
        <Button icon={Replace} onClick={() => input.current?.click()}>
          Replace
        </Button>
      ) : (
        <Button onClick={() => running.current?.abort()}>Cancel</Button>
      )}
      {progress !== undefined && (
        <ProgressBar label="Upload" value={Math.round(progress * 100)} max={100} className="w-full" />
      )}
      {error && (
        <Banner tone="danger" className="w-full" onDismiss={() => setError(undefined)}>
          {error}
        </Banner>
      )}
    </>
  )
}
