import { ReactRenderer } from '@tiptap/react'
import type { SuggestionOptions, SuggestionProps } from '@tiptap/suggestion'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'
import { menuHeading, menuLine, menuPanel, menuRow } from '#web/ui/overlay/menu.tsx'

export type Suggested = { id: string; label: string; group?: string; icon?: IconShape; detail?: string }

type Handle = { press: (event: KeyboardEvent) => boolean }
type Props = Pick<SuggestionProps<Suggested, Suggested>, 'items' | 'command' | 'editor' | 'loading'> & {
  label: string
  /** Shows more about the active item, beside the list. */
  aside?: (item: Suggested) => ReactNode
  ref?: Ref<Handle>
}

const listId = 'editor-suggestions'

/** List of suggestions for the typed words. The focus stays in the text. */
function SuggestionList({ label, aside, items, command, editor, loading, ref }: Props) {
  const [active, setActive] = useState(0)
  // Activates the first of the new items. An effect would run too late, after the next key press.
  const [of, setOf] = useState(items)
  if (of !== items) {
    setOf(items)
    setActive(0)
  }
  const chosen = items[Math.min(active, items.length - 1)]
  useMarkActive(editor.view.dom, chosen ? `${listId}-${chosen.id}` : null)

  useImperativeHandle(ref, () => ({
    press({ key }) {
      const by = { ArrowDown: 1, ArrowUp: -1 }[key]
      // The items are those of earlier words, so none of them can be chosen yet.
      if (loading && (key === 'Enter' || key === 'Tab')) return true
      if (by) setActive((now) => (now + by + items.length) % Math.max(items.length, 1))
      else if ((key === 'Enter' || key === 'Tab') && chosen) command(chosen)
      return Boolean(by) || ((key === 'Enter' || key === 'Tab') && Boolean(chosen))
    },
  }))

  const list = (
    <div className={aside ? 'w-66 shrink-0' : undefined}>
      <div role="listbox" id={listId} aria-label={label} className="max-h-80 overflow-y-auto">
        {items.map((item, index) => (
          <Row
            key={item.id}
            item={item}
            heading={item.group === items[index - 1]?.group ? undefined : item.group}
            isActive={item === chosen}
            onChoose={() => command(item)}
          />
        ))}
      </div>
      {items.length === 0 && <p className="px-2 py-1.5 text-ink-3">{loading ? 'Searching' : 'Nothing matches'}</p>}
      <div className={menuLine} />
      <p className="flex items-center gap-1.5 px-2 py-1 text-meta text-ink-3" aria-hidden>
        <Kbd keys="up" />
        <Kbd keys="down" /> Choose
        <span className="ml-auto inline-flex items-center gap-1.5">
          <Kbd keys="enter" /> Insert
        </span>
      </p>
    </div>
  )
  return (
    <div className={classNames(menuPanel, 'layer-menu', aside ? 'flex max-w-150' : 'w-66')}>
      {list}
      {aside && chosen && (
        <div className="max-h-90 w-80 min-w-0 overflow-y-auto border-l border-line p-3 max-md:hidden">
          {aside(chosen)}
        </div>
      )}
    </div>
  )
}

type RowProps = { item: Suggested; heading?: string; isActive: boolean; onChoose: () => void }

function Row({ item, heading, isActive, onChoose }: RowProps) {
  return (
    <>
      {heading && (
        <div role="presentation" className={menuHeading}>
          {heading}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text's, which has the focus */}
      <div
        role="option"
        id={`${listId}-${item.id}`}
        tabIndex={-1}
        aria-selected={isActive}
        ref={(element) => {
          if (isActive) element?.scrollIntoView({ block: 'nearest' })
        }}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onChoose}
        className={classNames(menuRow, 'hover:bg-hover', isActive && 'bg-press')}
      >
        {item.icon && <Icon of={item.icon} className="text-ink-3" />}
        <span className="truncate">{item.label}</span>
        {item.detail && <span className="ml-auto shrink-0 pl-4 font-mono text-meta text-ink-3">{item.detail}</span>}
      </div>
    </>
  )
}

function useMarkActive(text: HTMLElement, id: string | null) {
  useEffect(() => {
    text.setAttribute('aria-controls', listId)
    if (id) text.setAttribute('aria-activedescendant', id)
    else text.removeAttribute('aria-activedescendant')
    return () => {
      text.removeAttribute('aria-controls')
      text.removeAttribute('aria-activedescendant')
    }
  }, [text, id])
}

export const showSuggestions =
  (label: string, aside?: Props['aside']): NonNullable<SuggestionOptions<Suggested, Suggested>['render']> =>
  () => {
    let shown: ReactRenderer<Handle> | undefined
    let unmount: (() => void) | undefined
    return {
      onStart(props) {
        shown = new ReactRenderer(SuggestionList, { props: { ...props, label, aside }, editor: props.editor })
        unmount = props.mount(shown.element)
      },
      onUpdate: (props) => shown?.updateProps({ ...props, label, aside }),
      onKeyDown: ({ event }) => shown?.ref?.press(event) ?? false,
      onExit() {
        unmount?.()
        shown?.destroy()
      },
    }
  }
