import { useState } from 'react'
import { tokensIn } from '#web/ui/form/token-input.tsx'

/** The tags of a field, with what is typed and not yet one of them. */
export function useTagsDraft(before: string[]) {
  const [tags, setTags] = useState(before)
  const [draft, setDraft] = useState('')
  return {
    tags: [...new Set([...tags, ...tokensIn(draft)])],
    onChange: setTags,
    onDraft: setDraft,
  }
}
