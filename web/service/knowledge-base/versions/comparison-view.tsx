import { MoveVertical, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { useAnswer } from '#web/lib/network/use-answer.ts'
import { plural } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { WordChanges } from '#web/ui/text/word-changes.tsx'
import { type ComparedBlock, type ComparedVersions, fieldLabels } from './version-words.ts'

type Props = { state: ReturnType<typeof useAnswer<ComparedVersions>>; onClose: () => void; children: ReactNode }

export function ComparisonView({ state, onClose, children }: Props) {
  const { answer: compared, problem, isReading, tryAgain } = state
  const area = useRef<HTMLElement>(null)
  const count = compared ? countOf(compared) : 0
  const { current, go, goByKey } = useChanges(area, count)
  return (
    <>
      <DialogBody>
        <div className="grid gap-4" onKeyDownCapture={goByKey}>
          {children}
        </div>
        {problem && (
          <Banner tone="danger" action={<Button onClick={tryAgain}>Try again</Button>}>
            {problem}
          </Banner>
        )}
        <section
          ref={area}
          aria-label="What differs"
          aria-busy={isReading}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
          tabIndex={0}
          className={classNames(
            'grid max-h-[52dvh] min-h-30 content-start gap-3 overflow-y-auto transition-opacity',
            isReading && compared && 'opacity-60',
          )}
        >
          {!compared && isReading && <p className="text-ink-3">Comparing</p>}
          {compared && count === 0 && <p>Nothing differs.</p>}
          {compared && (
            <div key={`${compared.was.number} ${compared.is?.number}`} className="grid gap-3">
              <FieldChanges fields={compared.fields} />
              {compared.blocks.some(({ kind }) => kind !== 'same') && <BlockChanges blocks={compared.blocks} />}
            </div>
          )}
        </section>
      </DialogBody>
      <DialogFooter note={<span role="status">{compared && noteOf(count, current)}</span>}>
        {count > 0 && (
          <>
            <Button size="md" keys="alt+up" onClick={() => go(-1)}>
              Previous
            </Button>
            <Button size="md" keys="alt+down" onClick={() => go(1)}>
              Next change
            </Button>
          </>
        )}
        <Button size="md" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </>
  )
}

const countOf = ({ fields, blocks }: ComparedVersions) =>
  fields.length + blocks.filter(({ kind }) => kind !== 'same').length

function noteOf(count: number, current: number) {
  if (count === 0) return ''
  return current < 0 ? plural(count, 'change') : `Change ${current + 1} of ${count}`
}

function useChanges(area: React.RefObject<HTMLElement | null>, count: number) {
  const [current, setCurrent] = useState(-1)

  function go(step: 1 | -1) {
    const places = [...(area.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])]
    if (places.length === 0) return
    const from = places.findIndex((place) => place.isSameNode(document.activeElement))
    const before = from >= 0 ? from : current
    const next = before < 0 && step < 0 ? places.length - 1 : (before + step + places.length) % places.length
    places[next]!.focus({ preventScroll: true })
    places[next]!.scrollIntoView({ block: 'nearest' })
    setCurrent(next)
  }

  useShortcuts(
    {
      'alt+down': { label: 'Next change', run: (event) => goBy(event, 1) },
      'alt+up': { label: 'Previous change', run: (event) => goBy(event, -1) },
    },
    { group: 'Comparing', enabled: count > 0 },
  )

  function goBy(event: KeyboardEvent, step: 1 | -1) {
    event.preventDefault()
    go(step)
  }

  /** Goes to another change on Alt with an arrow key. Stops the event, so that the select stays closed. */
  function goByKey(event: React.KeyboardEvent) {
    if (!event.altKey || count === 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.stopPropagation()
    event.preventDefault()
    go(event.key === 'ArrowDown' ? 1 : -1)
  }

  return { current: current < count ? current : -1, go, goByKey }
}

type Run = { at: number; blocks: ComparedBlock[]; isSame: boolean }

const BlockChanges = ({ blocks }: { blocks: ComparedBlock[] }) =>
  runsOf(blocks).map((run) =>
    run.isSame ? (
      <SameBlocks key={run.at} blocks={run.blocks} />
    ) : (
      run.blocks.map((block, index) => <ChangedBlock key={`${run.at} ${index.toString()}`} block={block} />)
    ),
  )

function runsOf(blocks: ComparedBlock[]): Run[] {
  const runs: Run[] = []
  blocks.forEach((block, at) => {
    const isSame = block.kind === 'same'
    const last = runs.at(-1)
    if (last?.isSame === isSame) last.blocks.push(block)
    else runs.push({ at, blocks: [block], isSame })
  })
  return runs
}

const mostOpen = 4

function SameBlocks({ blocks }: { blocks: ComparedBlock[] }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen || blocks.length <= mostOpen)
    return blocks.map((block, index) => <Same key={index.toString()} block={block} />)
  return (
    <>
      <Same block={blocks[0]!} />
      <Button variant="ghost" className="justify-self-start" onClick={() => setOpen(true)}>
        Show {plural(blocks.length - 2, 'block')} that did not change
      </Button>
      <Same block={blocks.at(-1)!} />
    </>
  )
}

const Same = ({ block }: { block: ComparedBlock }) => (
  <div className="pl-3.5 text-ink-2">{'html' in block && <Html html={block.html} />}</div>
)

function ChangedBlock({ block }: { block: ComparedBlock }) {
  if (block.kind !== 'changed')
    return (
      <ChangeFrame name={names[block.kind]} kind={block.kind === 'same' ? 'changed' : block.kind}>
        <Html html={block.html} />
      </ChangeFrame>
    )
  const { words, was, is, isMoved, type } = block
  const saysOther = words.some(({ kind }) => kind !== 'same')
  const showsPicture = hasPicture(was) || hasPicture(is)
  const name = saysOther || showsPicture ? 'Changed' : 'Formatting changed'
  return (
    <ChangeFrame name={isMoved ? `${name} and moved` : name} kind="changed">
      {saysOther && (
        <p className={`whitespace-pre-wrap wrap-anywhere ${type === 'heading' ? 'font-semibold' : ''}`}>
          <WordChanges words={words} />
        </p>
      )}
      {(!saysOther || showsPicture) && <Sides was={<Html html={was} />} is={<Html html={is} />} />}
    </ChangeFrame>
  )
}

const names = { same: 'The same', moved: 'Moved', added: 'Added', removed: 'Removed' }

const hasPicture = (html: string) => html.includes('<img')

// biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the server from the document's schema
const Html = ({ html }: { html: string }) => <div className="written" dangerouslySetInnerHTML={{ __html: html }} />

type Kind = 'changed' | 'moved' | 'added' | 'removed'

const ChangeFrame = ({ name, kind, children }: { name: string; kind: Kind; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
  <div
    role="group"
    aria-label={name}
    data-change={kind}
    tabIndex={-1}
    className={classNames('min-w-0 scroll-my-2 rounded-sm border-l-2 py-1.5 pr-3 pl-3', looks[kind].frame)}
  >
    <div className="mb-0.5 flex items-center gap-1.5 text-meta text-ink-2">
      <Icon of={looks[kind].icon} size={12} />
      {name}
    </div>
    {children}
  </div>
)

const looks = {
  changed: { icon: Pencil, frame: 'border-line-strong bg-press/50' },
  moved: { icon: MoveVertical, frame: 'border-dashed border-control' },
  added: { icon: Plus, frame: 'border-green-ink bg-green-tint' },
  removed: { icon: Trash2, frame: 'border-red-ink bg-red-tint' },
}

const Sides = ({ was, is }: { was: ReactNode; is: ReactNode }) => (
  <div className="grid gap-3 md:grid-cols-2">
    <section aria-label="Before" className="min-w-0">
      <div className="mb-1 text-meta text-ink-3">Before</div>
      {was}
    </section>
    <section aria-label="After" className="min-w-0">
      <div className="mb-1 text-meta text-ink-3">After</div>
      {is}
    </section>
  </div>
)

const FieldChanges = ({ fields }: Pick<ComparedVersions, 'fields'>) =>
  fields.map(({ field, was, is, words }) => (
    <ChangeFrame key={field} name={fieldLabels[field]} kind="changed">
      {field === 'socialImage' ? (
        <Sides was={<Picture url={was} />} is={<Picture url={is} />} />
      ) : (
        <p className="wrap-anywhere">
          <WordChanges words={words} />
        </p>
      )}
    </ChangeFrame>
  ))

const Picture = ({ url }: { url: string }) =>
  url ? <img src={url} alt="" className="max-h-60 rounded-sm" /> : <p className="text-ink-3">None</p>
