import { useState } from 'react'

/** The tags of a field, with what is typed and not yet one of them. */
export function useTagsDraft(before: string[]) {
  const [tags, setTags] = useState(before)
  const [draft, setDraft] = useState('')
  return {
    tags: draft.trim() ? [...new Set([...tags, draft.trim()])] : tags,
    onChange: setTags,
    onDraft: setDraft,
  }
}
