import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useListCursor } from '#web/ui/choice/use-list-cursor.ts'
import { classNames } from '#web/ui/class-names.ts'
import { menuPanel, menuRow } from '#web/ui/overlay/menu.tsx'

/** Texts that can replace a part of what is typed in a search box. */
export type SearchSuggestions = {
  position: number
  length: number
  items: readonly { insert: string; detail?: string }[]
}

type Props = {
  input: RefObject<HTMLInputElement | null>
  text: string
  onChange: (text: string) => void
  suggest?: (text: string, caret: number) => SearchSuggestions | null
}

/**
 * Shows suggestions below a search box while its user types. The focus stays in the box, and Enter searches as usual
 * until an arrow key has made a suggestion active.
 */
export function useSearchSuggestions({ input, text, onChange, suggest }: Props) {
  const [caret, setCaret] = useState<number>()
  const suggestions = caret === undefined ? null : (suggest?.(text, caret) ?? null)
  const items = suggestions?.items ?? []
  const wantedCaret = useRef<number>(null)
  useLayoutEffect(() => {
    if (wantedCaret.current === null) return
    input.current?.setSelectionRange(wantedCaret.current, wantedCaret.current)
    wantedCaret.current = null
  })
  const list = useListCursor({
    label: 'Suggestions',
    count: items.length,
    resetOn: `${caret} ${text}`,
    startsAt: -1,
    onChoose(index) {
      const { position, length } = suggestions!
      const { insert } = items[index]!
      // A key goes on with its values, and a value is complete.
      const added = /[:=<>]$/.test(insert) ? insert : `${insert} `
      const next = text.slice(0, position) + added + text.slice(position + length).trimStart()
      wantedCaret.current = position + added.length
      onChange(next)
      setCaret(position + added.length)
    },
  })
  const close = () => setCaret(undefined)

  /** Returns true if the key was for the list. */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (items.length === 0) return false
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
      return true
    }
    list.inputProps.onKeyDown(event)
    if (event.key === 'Enter' && !event.defaultPrevented) close()
    return event.defaultPrevented
  }

  const { 'aria-controls': controls, 'aria-activedescendant': active } = list.inputProps
  return {
    onKeyDown,
    close,
    follow: (input: HTMLInputElement) => setCaret(input.selectionStart ?? undefined),
    inputProps: suggest && {
      'aria-autocomplete': 'list' as const,
      ...(items.length > 0 && { 'aria-controls': controls, 'aria-activedescendant': active }),
    },
    list: items.length > 0 && (
      <Panel below={input}>
        <div {...list.listProps} className="max-h-80 overflow-y-auto">
          {items.map(({ insert, detail }, index) => (
            <div
              key={insert}
              {...list.optionProps(index)}
              tabIndex={-1}
              className={classNames(menuRow, list.active === index && 'bg-press')}
            >
              <span className="truncate font-mono text-meta">{insert}</span>
              {detail && <span className="ml-auto truncate pl-4 text-ink-3">{detail}</span>}
            </div>
          ))}
        </div>
      </Panel>
    ),
  }
}

/** Shows a panel below an input. It is drawn in the body, because bars cut off what is outside them. */
function Panel({ below, children }: { below: RefObject<HTMLInputElement | null>; children: React.ReactNode }) {
  const box = below.current?.parentElement?.getBoundingClientRect()
  return createPortal(
    <div
      className={classNames(menuPanel, 'layer-menu fixed min-w-70')}
      style={{ left: box?.left, top: (box?.bottom ?? 0) + 4 }}
    >
      {children}
    </div>,
    document.body,
  )
}
