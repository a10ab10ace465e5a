import { useEffect, useRef, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'

const typingMs = 200

/** The words of a search box, which the list follows as one types; `q` are those of the page that is shown. */
export function useSearchAsTyped(q: string, hrefOf: (words: string) => string) {
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
