import { type ReactNode, useRef, useState } from 'react'
import type { useAnswer } from '#web/lib/network/use-answer.ts'
import { plural } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { BlockChanges } from './block-changes.tsx'
import { FieldChanges } from './field-changes.tsx'
import type { ComparedVersions } from './version-words.ts'

type Props = { state: ReturnType<typeof useAnswer<ComparedVersions>>; onClose: () => void; children: ReactNode }

/** The body and footer of a dialog that compares versions. */
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

/** Moves the focus from change to change, in a circle. */
function useChanges(area: React.RefObject<HTMLElement | null>, count: number) {
  const [current, setCurrent] = useState(-1)

  function go(step: 1 | -1) {
    const places = [...(area.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])]
    if (places.length === 0) return
    const from = places.indexOf(document.activeElement as HTMLElement)
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

  /** Runs before the select, which would open at these keys. */
  function goByKey(event: React.KeyboardEvent) {
    if (!event.altKey || count === 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.stopPropagation()
    event.preventDefault()
    go(event.key === 'ArrowDown' ? 1 : -1)
  }

  return { current: current < count ? current : -1, go, goByKey }
}
