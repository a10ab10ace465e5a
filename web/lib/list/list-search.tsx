import { X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Spinner } from '#web/ui/mark/spinner.tsx'
import { useSearchAsTyped } from './use-search-as-typed.ts'

type Props = {
  label: string
  q: string
  hrefOf: (words: string) => string
  /** The group of its key `/`, and what it is called there. */
  group: string
  keyLabel: string
  /** Asked at Enter, before the search: true where the words were an answer in themselves. */
  onEnter?: (words: string) => Promise<boolean>
  /** Its width, where not all of a phone's is for it. */
  className?: string
}

/** Finds as one types: Enter finds at once and leaves the box, Escape clears it. */
export function ListSearch({ label, q, hrefOf, group, keyLabel, onEnter, className = 'w-70! max-md:w-full!' }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { text, setText, words, isSearching, searchNow, settle } = useSearchAsTyped(q, hrefOf)

  async function submit() {
    input.current?.blur()
    // A search that still waits would lead away from where the answer led.
    if (await onEnter?.(words)) settle()
    else searchNow()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') submit()
    if (event.key === 'Escape') {
      if (text) setText('')
      else input.current?.blur()
    }
  }

  useShortcuts({ '/': { label: keyLabel, run: () => input.current?.focus() } }, { group })

  return (
    <SearchInput
      ref={input}
      label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      maxLength={256}
      className={classNames('[&_input::-webkit-search-cancel-button]:hidden', className)}
      suffix={
        isSearching ? (
          <Spinner />
        ) : text ? (
          <IconButton size="sm" icon={X} label="Clear the search" onClick={() => setText('')} className="-mr-1.5" />
        ) : (
          <Kbd keys="/" isAct className="max-md:hidden" />
        )
      }
    />
  )
}
