import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SearchInput } from '#web/ui/form/search-input.tsx'
import { Kbd } from '#web/ui/keys/kbd.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { Spinner } from '#web/ui/mark/spinner.tsx'
import { type SearchSuggestions, useSearchSuggestions } from './use-search-suggestions.tsx'

type Props = {
  label: string
  q: string
  hrefOf: (words: string) => string
  group: string
  keyLabel: string
  /** Called on Enter. Returns true if no search is needed after it. */
  onEnter?: (words: string) => Promise<boolean>
  /** Returns texts that can replace what is typed before the caret. */
  suggest?: (text: string, caret: number) => SearchSuggestions | null
  /** Returns whether the words need more letters to be a search. They are searched later then. */
  isUnfinished?: (words: string) => boolean
  /** Called with what is typed and the place of the caret. */
  onTyped?: (text: string, caret: number) => void
  onFocus?: () => void
  maxLength?: number
  className?: string
}

export function ListSearch({
  label,
  q,
  hrefOf,
  group,
  keyLabel,
  onEnter,
  suggest,
  isUnfinished,
  onTyped,
  onFocus,
  maxLength = 256,
  className = 'w-70!',
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { text, setText, words, isSearching, searchNow, settle } = useSearchAsTyped(q, hrefOf, isUnfinished)
  const suggestions = useSearchSuggestions({ input, text, onChange: setText, suggest })

  async function submit() {
    input.current?.blur()
    // If `onEnter` handled the words, cancels the pending search, which would navigate away from the result.
    if (await onEnter?.(words)) settle()
    else searchNow()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || suggestions.onKeyDown(event)) return
    if (event.key === 'Enter') submit()
    if (event.key === 'Escape') {
      if (text) setText('')
      else input.current?.blur()
    }
  }

  useShortcuts({ '/': { label: keyLabel, run: () => input.current?.focus() } }, { group })

  return (
    <>
      <SearchInput
        ref={input}
        label={label}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          suggestions.follow(target)
          onTyped?.(target.value, target.selectionStart ?? target.value.length)
        }}
        onFocus={onFocus}
        onBlur={suggestions.close}
        {...suggestions.inputProps}
        onKeyDown={onKeyDown}
        maxLength={maxLength}
        className={classNames('[&_input::-webkit-search-cancel-button]:hidden shrink-0 max-md:w-full!', className)}
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
      {suggestions.list}
    </>
  )
}

const typingMs = 200
const unfinishedMs = 2000

function useSearchAsTyped(
  q: string,
  hrefOf: (words: string) => string,
  isUnfinished: (words: string) => boolean = () => false,
) {
  const navigate = useNavigate()
  const isLoading = useNavigation().state === 'loading'
  const searched = useRef(q)
  const asked = useRef(new Set<string>())
  const [text, setText] = useState(q)
  const words = text.trim()

  // Updates the field when the URL gets another search, for example after Back. Ignores searches typed here.
  useEffect(() => {
    if (q !== searched.current && asked.current.has(q)) return
    asked.current.clear()
    if (q !== searched.current) setText(q)
    searched.current = q
  }, [q])

  useEffect(() => {
    if (words === searched.current) return
    const timer = setTimeout(searchNow, isUnfinished(words) ? unfinishedMs : typingMs)
    return () => clearTimeout(timer)
  })

  function searchNow() {
    if (words === searched.current) return
    // A search replaces the history entry of the search before it, so that typing adds only one entry.
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
    /** Marks the current words as searched, because `onEnter` handled them. */
    settle() {
      searched.current = words
    },
  }
}
