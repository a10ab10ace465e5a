import { useEffect, useRef, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'

const typingMs = 200

/** The words of a search box, which the list follows as one types; `q` are those of the page that is shown. */
export function useSearchAsTyped(q: string, hrefOf: (words: string) => string) {
  const navigate = useNavigate()
  const isLoading = useNavigation().state === 'loading'
  const searched = useRef(q)
  const [text, setText] = useState(q)
  const words = text.trim()

  // Somebody may clear the search elsewhere, or go back.
  useEffect(() => {
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
