import { useState } from 'react'
import { tokensIn } from '#web/ui/form/token-input.tsx'

/** Tags of a file, including typed text that is not yet a tag. */
export function useTagsDraft(before: string[]) {
  const [tags, setTags] = useState(before)
  const [draft, setDraft] = useState('')
  return {
    tags: [...new Set([...tags, ...tokensIn(draft)])],
    onChange: setTags,
    onDraft: setDraft,
  }
}
