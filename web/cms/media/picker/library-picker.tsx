import { Images, Upload } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { listMedia } from '#contract/content/media.ts'
import type { Problem } from '#contract/refusals.ts'
import { TileFrame, TileWords } from '#web/cms/media/grid/media-tile.tsx'
import type { Asset, MediaKind } from '#web/cms/media/media-types.ts'
import { UploadList } from '#web/cms/media/uploads/upload-list.tsx'
import { useFileDrop } from '#web/cms/media/uploads/use-file-drop.ts'
import { useMediaUploads } from '#web/cms/media/uploads/use-media-uploads.ts'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { Button } from '#web/ui/button/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { Spinner } from '#web/ui/mark/spinner.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'

type Props = {
  onClose: () => void
  kinds: readonly MediaKind[]
  many: boolean
  onChoose: (assets: Asset[]) => void
}

export const LibraryPicker = (props: Props) => (
  <Modal open onClose={props.onClose} label="Media library" placement="top" className="max-w-190">
    <Library {...props} />
  </Modal>
)

function Library({ onClose, kinds, many, onChoose }: Props) {
  const library = useLibrary(kinds)
  const [chosen, setChosen] = useState<Asset[]>([])
  const input = useRef<HTMLInputElement>(null)
  const fits = ({ kind }: Asset) => kinds.length === 0 || kinds.includes(kind)
  const choose = (asset: Asset) =>
    setChosen((all) => {
      if (all.some(({ id }) => id === asset.id)) return all.filter(({ id }) => id !== asset.id)
      return many ? [...all, asset] : [asset]
    })
  const uploads = useMediaUploads((added) => {
    library.put(added)
    if (fits(added)) choose(added)
  })
  const add = (files: File[]) => uploads.addFiles(files, null)
  const drop = useFileDrop(add)
  const done = () => {
    onChoose(chosen)
    onClose()
  }

  return (
    <div {...drop.handlers} className={classNames(drop.isOver && 'outline-2 -outline-offset-4 outline-accent')}>
      <div className="flex items-center gap-2 border-b border-line p-3">
        <SearchInput
          label="Search the library"
          value={library.q}
          maxLength={256}
          onChange={({ target }) => library.search(target.value)}
          suffix={library.isReading ? <Spinner /> : undefined}
        />
        <input
          ref={input}
          type="file"
          hidden
          multiple={many}
          aria-label="Files to upload"
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
        <Button icon={Upload} onClick={() => input.current?.click()}>
          Upload
        </Button>
      </div>
      <UploadList uploads={uploads} />
      <div className="h-100 overflow-auto p-4" aria-busy={library.isReading}>
        {library.problem && (
          <Banner tone="danger" action={<Button onClick={library.readAgain}>Try again</Button>}>
            {library.problem.detail}
          </Banner>
        )}
        {library.isEmpty && (
          <EmptyState icon={Images} title={library.q ? 'No file matches' : 'No files yet'}>
            Upload files to add them to the library.
          </EmptyState>
        )}
        <ul aria-label="Files" className="grid grid-cols-[repeat(auto-fill,minmax(130px,1fr))] gap-3">
          {library.items.filter(fits).map((asset) => (
            <Choice
              key={asset.id}
              asset={asset}
              isChosen={chosen.some(({ id }) => id === asset.id)}
              onChoose={choose}
            />
          ))}
        </ul>
        {library.hasMore && (
          <div className="mt-4 flex justify-center">
            <Button busy={library.isReading} onClick={library.readMore}>
              Show more
            </Button>
          </div>
        )}
      </div>
      <DialogFooter
        note={many && chosen.length > 0 ? `${plural(chosen.length, 'file')} chosen` : undefined}
        onCancel={onClose}
      >
        <Button
          size="md"
          variant="primary"
          disabledReason={chosen.length === 0 ? 'Choose a file first' : undefined}
          onClick={done}
        >
          {many && chosen.length > 1 ? `Use ${chosen.length} files` : 'Use file'}
        </Button>
      </DialogFooter>
    </div>
  )
}

type ChoiceProps = { asset: Asset; isChosen: boolean; onChoose: (asset: Asset) => void }

const Choice = ({ asset, isChosen, onChoose }: ChoiceProps) => (
  <li className="min-w-0">
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChoose(asset)}
      className={classNames(
        'block w-full rounded-md text-left outline-offset-2',
        isChosen && 'outline-2 outline-accent',
      )}
    >
      <TileFrame asset={asset} />
      <TileWords asset={asset} />
    </button>
  </li>
)

const pageSize = 40
const pauseMs = 200

/** Searches the library while typing. A new search cancels the previous search. */
function useLibrary(kinds: readonly MediaKind[]) {
  const [q, setQ] = useState('')
  const [pages, setPages] = useState<{ items: Asset[]; next: string | null }>()
  const [problem, setProblem] = useState<Problem>()
  const [isReading, setReading] = useState(true)
  const running = useRef<AbortController>(undefined)
  const kind = kinds.length === 1 ? kinds[0] : undefined

  const read = useCallback(
    async (words: string, cursor: string | null) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      const { signal } = controller
      setReading(true)
      const query = { limit: pageSize, q: words.trim() || undefined, cursor: cursor ?? undefined, kind }
      const asked = await ask<typeof listMedia>('GET', '/api/v1/media', { query, signal }).catch(() => null)
      if (!asked || signal.aborted) return
      setReading(false)
      setProblem(asked.problem)
      if (!asked.answer) return
      const { items, next } = asked.answer
      setPages((before) => ({ items: cursor ? [...(before?.items ?? []), ...items] : items, next }))
    },
    [kind],
  )
  useEffect(() => {
    const timer = setTimeout(() => read(q, null), pauseMs)
    return () => clearTimeout(timer)
  }, [q, read])
  useEffect(() => () => running.current?.abort(), [])

  return {
    q,
    search: setQ,
    items: pages?.items ?? [],
    isReading,
    problem,
    isEmpty: pages !== undefined && pages.items.length === 0 && !problem,
    hasMore: Boolean(pages?.next),
    readMore: () => read(q, pages?.next ?? null),
    readAgain: () => read(q, null),
    put: (asset: Asset) =>
      setPages((before) => ({ items: [asset, ...(before?.items ?? [])], next: before?.next ?? null })),
  }
}
