import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Spinner } from '#web/ui/mark/spinner.tsx'

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

const typingMs = 200

/** The words of a search box, which the list follows as one types; `q` are those of the page that is shown. */
function useSearchAsTyped(q: string, hrefOf: (words: string) => string) {
  const navigate = useNavigate()
  const isLoading = useNavigation().state === 'loading'
  const searched = useRef(q)
  // What was searched for here and has not shown yet.
  const asked = useRef(new Set<string>())
  const [text, setText] = useState(q)
  const words = text.trim()

  // Somebody may clear the search elsewhere, or go back. One's own search may show after more was typed.
  useEffect(() => {
    if (q !== searched.current && asked.current.has(q)) return
    asked.current.clear()
    if (q !== searched.current) setText(q)
    searched.current = q
  }, [q])

  useEffect(() => {
    if (words === searched.current) return
    const timer = setTimeout(searchNow, typingMs)
    return () => clearTimeout(timer)
  })

  function searchNow() {
    if (words === searched.current) return
    // One entry of the history for a whole search, however it was typed.
    const replace = searched.current !== ''
    searched.current = words
    asked.current.add(words)
    navigate(hrefOf(words), { replace, preventScrollReset: true })
  }

  return {
    text,
    setText,
    words,
    isSearching: words !== q && isLoading,
    searchNow,
    /** What was typed is answered, and is not searched for. */
    settle() {
      searched.current = words
    },
  }
}
